import type { Story } from "./story.ts";

export const APPLICATIONS: readonly Story[] = [
  {
    subject: "Invoices with more than 99 lines lose the last page",
    issue: "Customer found it. Line 100 and beyond are missing in the PDF, the total is right.",
    team: "applications",
    priority: "high",
    talk: [
      {
        staff:
          "Reproduced. It is the vendor's template; their fix comes on Thursday. Until then the *long form* template prints all pages.",
      },
      { client: "Long form works. We sent the corrected ones." },
      { staff: "The vendor's fix is installed and tested with 240 lines." },
    ],
  },
  {
    subject: "Stock shows negative numbers for pallets",
    issue: "Minus 3 pallets of oat milk. We would like to know where minus 3 pallets are stored.",
    team: "applications",
    priority: "normal",
    talk: [
      {
        staff:
          "A delivery was booked out before it was booked in, because the scanner was offline. I corrected the order of the two bookings.",
      },
    ],
  },
  {
    subject: "Drawing program says *licence in use by OAK-WS-07*",
    issue: "OAK-WS-07 is switched off and belongs to nobody.",
    team: "applications",
    priority: "high",
    at: "oakline",
    talk: [
      {
        staff:
          "The licence was checked out for 30 days. Returned by force on the licence server; checking out is limited to 3 days now.",
      },
      { client: "Drawing again." },
    ],
  },
  {
    subject: "Export to the tax advisor has broken umlauts and ł, ń, ç, ã",
    issue:
      "`Müller` becomes `MÃ¼ller`, `Wałęsa` becomes `WaÅ‚Ä™sa`, `Conceição` becomes `ConceiÃ§Ã£o`. It worked last month.",
    team: "applications",
    priority: "normal",
    talk: [
      {
        staff:
          "The export writes UTF-8 since the update, their import expects the old code page. There is a switch; it is set for this export only.",
      },
      { client: "Umlauts are back where they belong." },
    ],
  },
  {
    subject: "Room plan prints one millimetre too small",
    issue: "1:50 is 1:50.2 on paper. Builders notice.",
    team: "applications",
    priority: "low",
    at: "oakline",
    talk: [{ staff: "*Fit to page* was on in the plotter's defaults. Off now, and locked." }],
  },
  {
    subject: "Booking engine double-books the sea-view suite",
    issue: "Two couples, one suite, again. The second channel manager was connected on Monday.",
    team: "applications",
    priority: "urgent",
    at: "portquay",
    talk: [
      {
        staff:
          "Both channels wrote to the same rate with a delay of 15 minutes. The suite is closed on the second channel until their update.",
      },
      { note: "Vendor ticket 88213. They call it expected." },
      { client: "We moved one couple to the tower room with champagne. No further ones so far." },
    ],
  },
  {
    subject: "Timesheets cannot be approved on the phone",
    issue: "The button is under the keyboard. I am rarely at a desk.",
    team: "applications",
    priority: "low",
    talk: [
      {
        staff:
          "Known to the vendor, fixed in their next release in two weeks. Turning the phone sideways shows the button until then.",
      },
    ],
  },
  {
    subject: "Query for all consignments without a customs number",
    issue:
      "Customs asks for a list since July. Is there a report, or can you make one?\n\n```sql\nselect consignment, shipped_on\nfrom consignments\nwhere customs_number is null and shipped_on >= date '2026-07-01'\n```\nsomething like this?",
    team: "applications",
    priority: "normal",
    talk: [
      {
        staff:
          "Your statement was nearly right: returns have none either. I saved it as a report without them; 37 rows.",
      },
      { client: "37 is a number we can live with." },
    ],
  },
  {
    subject: "Machine program transfer stops at 2 GB",
    issue:
      "Since the new controller large programs stop at exactly 2 GB. Kryštof transfers them by USB stick, across the yard, in the rain.",
    team: "applications",
    priority: "normal",
    at: "novak",
    talk: [
      {
        staff:
          "The old protocol cannot do more. The controller speaks a newer one; set up and tested with 3.4 GB.",
      },
    ],
  },
  {
    subject: "Referral letters print the previous patient's address",
    issue: "Seen twice today at the Hoylake clinic. We stopped using the template at once.",
    team: "applications",
    priority: "urgent",
    at: "tidewell",
    talk: [
      {
        staff:
          "Stopping was right. The template kept its fields when two records were open. It is withdrawn everywhere, and the corrected one refuses to print with two records open.",
      },
      { note: "Told their data protection lead by phone. No letter left the building." },
      { client: "Corrected template approved by Dr Amin." },
    ],
  },
  {
    subject: "Loyalty app gives everybody a free coffee on every visit",
    issue: "Nice for them.",
    team: "applications",
    priority: "high",
    at: "fjord",
    talk: [
      {
        staff:
          "The counter started at ten instead of zero after the update. The vendor set it back at 11:20; about 140 coffees.",
      },
      { client: "Best day ever, they say." },
    ],
  },
  {
    subject: "Parents' evening booking opens a day early",
    issue: "It should open on Wednesday 8:00, and 60 parents have booked already.",
    team: "applications",
    priority: "normal",
    at: "linden",
    talk: [
      {
        staff:
          "Closed again; the 60 bookings are kept. The form took the date of the school's old time zone.",
      },
    ],
  },
  {
    subject: "Claims workflow stuck in *four eyes* since the reorganisation",
    issue: "112 claims wait for people who changed departments.",
    team: "applications",
    priority: "high",
    at: "castellan",
    talk: [
      {
        staff:
          "I can hand them to the new group in one go. Please confirm in writing, since it changes who approves.",
      },
      { client: "Confirmed by Mrs Dunmore, see her mail of 14:10." },
      { staff: "All 112 moved, with a note in each claim." },
    ],
  },
  {
    subject: "Court deadline calendar is not shared with the new trainee",
    issue: "He must see it, and not edit it.",
    team: "applications",
    priority: "normal",
    at: "aster",
    talk: [{ staff: "Read-only access is set. He sees it after the next sign-in." }],
  },
];
