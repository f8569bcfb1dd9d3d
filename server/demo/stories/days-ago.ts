import type { Story } from "./story.ts";

/** Tickets of the last days, newest first; they follow those of newest.ts. */
export const DAYS_AGO: readonly Story[] = [
  {
    subject: "Add a guest Wi-Fi network to the Dock Street office",
    byMail: true,
    issue:
      "Visitors keep asking for the staff password. Please add a guest network with a daily code at reception, without any way into ours.",
    team: "network",
    tags: ["wi-fi"],
    priority: "low",
    at: "fjord",
    followUp: { days: 1 },
    status: "pending",
    talk: [
      {
        staff: "Happy to. Which name should it have, and may guests stay signed in for a day or for a week?",
      },
    ],
  },
  {
    subject: "Outlook search returns no results on the terminal server",
    byMail: true,
    issue: "Searching in Outlook finds nothing for anybody on TS02, whatever we type. TS01 is fine.",
    team: "servers",
    tags: ["exchange", "rdp"],
    priority: "normal",
    at: "brightwater",
    status: "open",
  },
  {
    subject: "Replace the failing UPS battery in the comms cabinet",
    byMail: true,
    issue:
      "The UPS in the basement has been beeping since the weekend. Its display says *replace battery* and 4 min of run time.",
    team: "devices",
    priority: "normal",
    at: "portquay",
    followUp: { days: 2, holds: true },
    status: "on_hold",
    talk: [
      {
        staff:
          "The battery is ordered, delivery is announced for next week. Please do not unplug it: it still rides through short dips.",
      },
    ],
  },
  {
    subject: "MFA reset for a director who changed phones",
    issue:
      "Our claims director is abroad with a new phone and cannot approve sign-ins. He presents in an hour.",
    team: "identity",
    priority: "high",
    at: "castellan",
    status: "closed",
    talk: [
      {
        staff:
          "I called him on the number we have on file, checked the two questions, and issued a temporary pass that lasts one hour. He has set up the new phone with it.",
      },
      { client: "He is in. Thank you for being so quick." },
    ],
  },
  {
    subject: "Site-to-site VPN to the Gdańsk branch will not renegotiate",
    byMail: true,
    issue:
      "The tunnel Brno–Gdańsk is down since 04:00. The provider says the line is fine. Łukasz on site has restarted the router twice.",
    team: "network",
    tags: ["vpn"],
    priority: "urgent",
    at: "novak",
    status: "closed",
    talk: [
      {
        staff:
          "Their provider changed the public address in the night. I have entered the new one on our side, the tunnel is up, and I asked for a fixed address in writing.",
      },
      { client: "Zażółć gęślą jaźń – the umlauts come through as well, and so does the ERP. Dziękujemy!" },
    ],
  },
  {
    subject: "Scan to e-mail rejected: SMTP AUTH disabled for the tenant",
    issue:
      "The practice copiers no longer send scans. The panel shows `535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant`.",
    team: "identity",
    tags: ["exchange", "printer"],
    priority: "normal",
    at: "brightwater",
    status: "closed",
    talk: [
      {
        staff:
          "We moved all eleven copiers to a relay that accepts only your addresses, so no password leaves the building any more. Test scans from all practices arrived.",
      },
    ],
  },
  {
    subject:
      "Quarterly firewall rule review, including the leftover any-any rule on the guest VLAN between reception and the server room",
    issue: `Our insurer wants a record of the review. Please list for each rule:

1. who asked for it,
2. when it was last used,
3. whether it can go.

The any-any rule between reception and the server room came up last quarter already.`,
    team: "network",
    priority: "low",
    at: "aster",
    status: "open",
    talk: [
      {
        note: "62 rules, 19 without a hit in 90 days. Take the long list to the next service review. @Rafael Monteiro, @Maren Solberg",
      },
    ],
  },
  {
    subject: "Restore the project folder deleted on Tuesday from the 18:00 snapshot",
    issue:
      "Somebody dragged *2611 Harbour Pavilion* into nowhere on Tuesday evening. We need the state of 18:00, with the plot styles.",
    team: "servers",
    tags: ["backup"],
    priority: "high",
    at: "oakline",
    status: "closed",
    talk: [
      {
        staff:
          "Restored beside the original as *2611 Harbour Pavilion (restored)*: 4,218 files, 61 GB. Please compare before you move anything.",
      },
      { client: "Everything is there, even the plot styles. You saved the submission." },
    ],
  },
  {
    subject: "New starter laptop: ThinkPad T14, docking station, two monitors",
    issue:
      "For our new business manager, starting next Monday at the Mill Lane site. Same bundle as last time, please, with the safeguarding filter.",
    team: "devices",
    priority: "normal",
    at: "linden",
    checklist: {
      done: 2,
      items: [
        "Order laptop and docking station",
        "Create the account",
        "Assign the licence",
        "Install the two monitors",
        "Enroll in device management",
        "Set up Outlook and Teams",
        "Print the quick start",
        "Call on the first morning",
      ],
    },
    status: "in_progress",
    talk: [
      {
        staff:
          "Laptop and dock are on the bench, the monitors come on Thursday. I bring everything on Friday and set it up on the desk.",
      },
    ],
  },
  {
    subject: "Wildcard certificate expires on 2 December",
    issue:
      "The certificate for `*.portquay.example` ends on 2 December. The booking engine, the guest portal and both mail gateways use it.",
    team: "servers",
    tags: ["certificate"],
    priority: "high",
    at: "portquay",
    followUp: { days: 4, firm: true },
    status: "pending",
    talk: [
      {
        staff:
          "I can renew it for a year, or move the four services to certificates that renew themselves, about half a day of work. Which do you prefer?",
      },
    ],
  },
];
