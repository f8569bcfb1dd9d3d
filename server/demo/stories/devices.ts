import type { Story } from "./story.ts";

export const DEVICES: readonly Story[] = [
  {
    subject: "Laptop fan sounds like a hair dryer",
    issue:
      "Since the last update the fan runs at full speed, even with nothing open. Colleagues have moved desks.",
    team: "devices",
    priority: "low",
    talk: [
      {
        staff:
          "The indexer was stuck on one broken file and kept a core busy. Rebuilt; please tell me if it starts again.",
      },
      { client: "Silence. I can hear the coffee machine again." },
    ],
  },
  {
    subject: "Screen flickers when the desk is raised",
    issue: "At standing height the left monitor goes black for a second whenever I touch the desk.",
    team: "devices",
    priority: "low",
    talk: [
      {
        staff:
          "A cable that was too short by a hand's breadth. I replaced it with a longer one and tied it to the leg.",
      },
    ],
  },
  {
    subject: "Printer on floor 2 prints every page twice",
    issue: "Everything comes out twice, also from other people. We checked the copies field, honestly.",
    team: "devices",
    priority: "normal",
    talk: [
      {
        staff: "The queue on the print server had *2* as its default since the driver change. Set back to 1.",
      },
      { client: "Confirmed, and the paper budget says thank you." },
    ],
  },
  {
    subject: "Docking station loses both monitors after lunch",
    issue: `When I come back and wake the laptop:

- both monitors stay black,
- mouse and keyboard work,
- unplugging the dock for ten seconds helps.`,
    team: "devices",
    priority: "normal",
    talk: [
      {
        staff:
          "The firmware of this dock has exactly that fault. I updated it to the current one during your lunch, if you allow the joke.",
      },
      { client: "Two days without black screens." },
    ],
  },
  {
    subject: "Tablet of the night shift does not charge",
    issue: "It shows the lightning sign and loses charge anyway. We tried three chargers.",
    team: "devices",
    priority: "normal",
    talk: [
      {
        staff:
          "Please send it with the Thursday van; a replacement is on its way to you already, set up with the same applications.",
      },
    ],
  },
  {
    subject: "Coffee in keyboard (cappuccino, no sugar)",
    issue:
      "It happened at 9:02. Turned off at 9:03, dried with paper. The space bar is crunchy. May I turn it on?",
    team: "devices",
    priority: "normal",
    talk: [
      {
        staff:
          "Please leave it off, upside down, and bring it over: we have a spare laptop that you can use in ten minutes.",
      },
      { note: "Third one this quarter at this client. Suggest lids at the next review, kindly." },
      { client: "Working on the spare one. Sorry again." },
    ],
  },
  {
    subject: "Barcode scanners read the letter Z as Y",
    issue:
      "Order numbers with a Z arrive as Y since the German colleague used the PC. Shipments went to the wrong shelf.",
    team: "devices",
    priority: "high",
    talk: [
      {
        staff:
          "The keyboard layout of the PC was changed, and a scanner is a keyboard to Windows. I locked the layout for that account.",
      },
    ],
  },
  {
    subject: "Projector in the boardroom shows everything in green",
    issue: "Green faces, green slides. The client meeting is at 15:00.",
    team: "devices",
    priority: "high",
    talk: [
      {
        staff:
          "A pin of the wall connector is bent. Use the wireless sender in the drawer for today; the connector is replaced tomorrow at 8.",
      },
      { client: "The sender works, the meeting was in full colour." },
    ],
  },
  {
    subject: "Please collect 31 old PCs with a certificate of erasure",
    issue:
      "They stand in the archive room. We need a certificate per serial number for the data protection officer.",
    team: "devices",
    priority: "low",
    talk: [
      {
        staff:
          "Pick-up is booked for the 9th. The serial numbers from our inventory are attached to the order; please do not add others on the day.",
      },
    ],
  },
  {
    subject: "Webcam light stays on",
    issue: "The light next to my camera stays on after calls. Is somebody watching?",
    team: "devices",
    priority: "high",
    talk: [
      {
        staff:
          "I understand the worry. The meeting application kept the camera open for its background effects; no other program used it, I checked the log with you on the line. It is updated now.",
      },
      { client: "Light is off. Thank you for showing me the log." },
    ],
  },
  {
    subject: "Signature pads not found at two front desks",
    issue:
      "The pads at desks 1 and 3 are *not connected* since this morning, 2 and 4 are fine. Patients sign on paper.",
    team: "devices",
    priority: "normal",
    at: "tidewell",
    talk: [
      {
        staff:
          "Both PCs had put their USB ports to sleep after an update. Power saving is off for those ports on all four desks.",
      },
    ],
  },
  {
    subject: "Phone with cracked glass, still works",
    issue: "Company phone fell from the loading ramp. It works, but cuts fingers.",
    team: "devices",
    priority: "low",
    talk: [
      {
        staff:
          "Covered by the contract. Swap is on its way; the old one goes into the padded envelope that comes with it.",
      },
    ],
  },
  {
    subject: "Time clock at the back entrance is seven minutes fast",
    issue: "People clock out early and payroll notices. Can it be set from your side?",
    team: "devices",
    priority: "normal",
    talk: [
      {
        staff:
          "It had lost its time server when the network was renumbered. Corrected, and checked every night from now on.",
      },
      { client: "Payroll is happy, the others less so." },
    ],
  },
  {
    subject: "Workstation restarts in the middle of rendering",
    issue: "Twice today, at about 70 % of the same scene. No blue screen, just dark and up again.",
    team: "devices",
    priority: "high",
    at: "oakline",
    talk: [
      {
        staff:
          "The event log shows a power loss, not a crash. With the second graphics card the supply is at its limit. I bring a stronger one tomorrow; until then please render on RENDER-02.",
      },
      { client: "Rendered over night without a restart on the new supply." },
    ],
  },
  {
    subject: "Class set of 30 tablets shows last year's names",
    issue: "Year 5 logs in as last year's Year 5. It is very confusing for eight-year-olds, and for us.",
    team: "devices",
    priority: "normal",
    at: "linden",
    talk: [
      {
        staff:
          "The class list was synchronised before the summer roll-over. Assigned again from the new list; the tablets correct themselves when they are next on the network.",
      },
    ],
  },
];
