import { DAYS_AGO } from "./days-ago.ts";
import type { Story } from "./story.ts";

/** The newest tickets, newest first: what the first screen shows. */
export const FIRST: readonly Story[] = [
  {
    subject: "VPN drops every 20 minutes after the 7.4 firewall firmware update",
    issue: `Since last night's firmware update on the Leeds firewall (7.2.9 to 7.4.1) every remote user loses the VPN after roughly twenty minutes. The client shows **Connection lost** and reconnects only after a full sign-in, including MFA.

About 40 dispatchers work from home until 14:00, so this is hurting us right now. Office users are not affected.

\`\`\`
10:42:17 ike 0:RA_VPN:1184: IKE SA rekey: proposal chosen AES256-SHA256
10:42:19 ike 0:RA_VPN:1184: delete IPsec phase 2, reason: no response to rekey
10:42:19 ike 0:RA_VPN:1184: peer removed, timeout=1200
\`\`\`

Nothing changed on the laptops. I can give you remote access to the firewall until 18:00.`,
    team: "network",
    tags: ["firmware", "vpn"],
    priority: "urgent",
    at: "kestrel",
    checklist: {
      done: 2,
      items: [
        "Raise session time-out on RA_VPN",
        "Signed profile for Macs",
        "All 40 through one full shift",
        "Same on the Hull firewall",
      ],
    },
    status: "in_progress",
    talk: [
      {
        staff: `Thank you Tomás, the log helps. 1200 seconds is the new default session time-out in 7.4; your old profile had 28800. I have raised it again on the \`RA_VPN\` profile.

Please ask two people to reconnect now and tell me whether they pass the twenty-minute mark.`,
      },
      {
        note: "Same default hit two other sites on 7.4. Worth a check of all firewalls before tonight's window. @Maren Solberg, @Lena Fischer: who has time?",
      },
      { client: "Two dispatchers passed 25 minutes. A third one, on a Mac, still drops." },
      {
        staff:
          "The Mac client keeps the old profile in its cache. Removing and importing it again should do; I am sending you the signed profile in a minute.",
      },
      {
        staff: "Profile sent. I keep this ticket in progress until all 40 have been through one full shift.",
      },
    ],
  },
  {
    subject: "ERP unreachable from warehouse terminals since 06:40",
    byMail: true,
    issue: `All 14 handheld terminals in the Antwerp warehouse time out when they open the picking module. The office clients still work.

- Ping to \`10.20.4.15\` answers
- TCP 1433 does not
- nobody changed anything that we know of

Trucks are waiting at docks 2 to 5.`,
    team: "servers",
    priority: "urgent",
    at: "meridian",
    status: "open",
    talk: [
      {
        note: "Terminals sit in VLAN 40. Last night's switch replacement is the first suspect. @Rafael Monteiro, @Idris Okafor",
      },
    ],
  },
  {
    subject: "Shared mailbox missing after migration to Exchange Online",
    byMail: true,
    issue:
      "The mailbox *litigation-intake* has disappeared from Outlook for six people after Saturday's migration. It is still there in the browser when I open it by address.",
    team: "identity",
    tags: ["exchange"],
    priority: "high",
    at: "aster",
    followUp: { days: 3 },
    status: "pending",
    talk: [
      {
        staff:
          "The permissions moved, the automatic mapping did not. I have removed and granted full access again for all six; Outlook needs up to an hour and a restart.\n\nCould you confirm tomorrow morning that it is back for everybody?",
      },
    ],
  },
  {
    subject: "Nightly backup job failed: repository out of space",
    byMail: true,
    issue: `The report of 02:15 says:

> Job *TC-VM-DAILY* finished with errors. Free space on repository \`BKP01\` is below the threshold (0.8 %).

The clinics' file server was the last machine that completed.`,
    team: "servers",
    tags: ["backup"],
    priority: "high",
    at: "tidewell",
    status: "open",
  },
  {
    subject: "12 Microsoft 365 Business Premium licences for the January starters",
    issue:
      "We take on twelve claims handlers on 5 January. Please order twelve Business Premium licences on the existing agreement, starting that month and not before: finance insists.",
    team: "identity",
    tags: ["licences"],
    priority: "normal",
    at: "castellan",
    followUp: { days: 5, holds: true },
    status: "on_hold",
    talk: [
      {
        staff:
          "Prepared with the distributor for 5 January. I put this on hold until the order window opens in December.",
      },
      { client: "Perfect. Purchase order 77-3120, if they ask." },
    ],
  },
  {
    subject: "Label printer in Bay 3 prints blank labels after driver update",
    byMail: true,
    issue:
      "Since this morning the Zebra in Bay 3 feeds labels but prints nothing. The one in Bay 4 works with the same roll. Windows put a driver update on that PC overnight.",
    team: "devices",
    tags: ["printer"],
    priority: "normal",
    at: "kestrel",
    status: "open",
    talk: [
      {
        staff:
          "The new driver resets the media type to *direct thermal*; your rolls need a ribbon. I will set it back this afternoon.",
      },
    ],
  },
  {
    subject: "BitLocker asks for the recovery key on every boot (Latitude 5450)",
    byMail: true,
    issue:
      "Three of the new Latitudes ask for the recovery key at each start since the BIOS update. We read the keys over the phone at the moment, which is no way to live.",
    team: "devices",
    priority: "high",
    at: "oakline",
    followUp: { days: 0 },
    status: "in_progress",
    talk: [
      {
        staff:
          "That update cleared the TPM's measurements. Suspending and resuming protection binds it again; I do the first machine with you now and script the others.",
      },
      {
        note: "```powershell\nSuspend-BitLocker -MountPoint C: -RebootCount 1\n```\nthen reboot. Worked on OAK-LT-114.",
      },
    ],
  },
  ...DAYS_AGO,
];
