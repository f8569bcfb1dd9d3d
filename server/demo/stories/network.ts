import type { Story } from "./story.ts";

export const NETWORK: readonly Story[] = [
  {
    subject: "Wi-Fi in the depot drops whenever the forklift chargers run",
    issue:
      "Every evening around 17:30, when the chargers start, the scanners at the back lose the network for minutes. It returns by itself.",
    team: "network",
    tags: ["wi-fi"],
    priority: "normal",
    talk: [
      {
        staff:
          "That smells of interference at 2.4 GHz. I have moved the two rear access points to 5 GHz only; please watch it for three evenings.",
      },
      { client: "Three evenings without a drop." },
    ],
  },
  {
    subject: "Internet at the second site is slower than a phone",
    issue: `Speed test at 9:00: **8 Mbit/s** down, 1 up. We pay for 500.

Plugging straight into the router gives the same.`,
    team: "network",
    priority: "high",
    talk: [
      {
        staff:
          "The line syncs at a tenth of its profile. I opened a fault with the carrier (reference 5519-204); their engineer comes tomorrow between 8 and 12.",
      },
      { client: "He came, replaced a corroded joint in the street cabinet, and we are at 480 now." },
      { staff: "Good. I keep an eye on the line for two days before I close this." },
    ],
  },
  {
    subject: "Please block the gambling category on the staff network",
    issue:
      "HR asks for it, from today. Reception has a legitimate need for the booking portals, which some lists count as gambling. Do not ask.",
    team: "network",
    priority: "low",
    talk: [
      {
        staff:
          "Done for all staff networks, with the two booking portals excepted. Blocked pages say whom to ask.",
      },
    ],
  },
  {
    subject: "Static route to the new colocation rack",
    issue:
      "We need `10.77.0.0/24` via `10.20.0.254` on the core switch before Friday's move.\n\n```\nip route 10.77.0.0 255.255.255.0 10.20.0.254 name COLO-R12\n```",
    team: "network",
    priority: "normal",
    talk: [
      { staff: "In place and saved. Traceroute from the jump host goes the right way." },
      { note: "Also added to the documentation and to the monitoring." },
    ],
  },
  {
    subject: "Card readers go offline one after the other",
    issue:
      "At lunch two of five card readers showed *no connection*, now it is four. We take cash only and the queue is out of the door.",
    team: "network",
    priority: "urgent",
    talk: [
      {
        staff:
          "The address pool of the payment network is used up: somebody plugged in a switch with twelve new devices. I widened the pool; please restart the readers.",
      },
      { client: "All five are back. The twelve devices are the new order screens, sorry." },
      { staff: "No harm done. Next time tell us before, and they get a network of their own." },
    ],
  },
  {
    subject: "Remote user in Lisbon cannot reach the intranet",
    issue:
      "João Guimarães works from Lisbon this month. The VPN connects, mail works, the intranet times out.",
    team: "network",
    tags: ["vpn"],
    priority: "normal",
    talk: [
      {
        staff:
          "His home network uses the same address range as the intranet. I gave his profile a translated range; reconnect once and it works.",
      },
      { client: "Obrigado, já funciona." },
    ],
  },
  {
    subject: "DNS answers differ between the two domain controllers",
    issue:
      "`portal` resolves to the old address about every second time. Restarting the browser sometimes helps, which makes people doubt their sanity.",
    team: "network",
    priority: "high",
    talk: [
      {
        staff:
          "DC2 had stopped replicating eleven days ago after its clock drifted. Clock corrected, zones replicated, old record removed.",
      },
      { note: "Added a check for replication lag so that we hear of it before the client does." },
    ],
  },
  {
    subject: "Conference calls stutter in the large meeting room only",
    issue: "Sound breaks up every ten seconds, pictures freeze. Same laptops work fine at the desks.",
    team: "network",
    priority: "normal",
    talk: [
      {
        staff:
          "The socket under the table had negotiated 10 Mbit/s half duplex because of a bent pin. I replaced the wall outlet.",
      },
    ],
  },
  {
    subject: "Open port 8443 for the lift maintenance company",
    issue:
      "The lift company wants to reach their controller from outside on port 8443. They say everyone does it.",
    team: "network",
    priority: "low",
    talk: [
      {
        staff:
          "I would rather not open it to the whole internet. Can they name the addresses they come from, or use our gateway with their own account?",
      },
      { client: "They sent two addresses, see my mail." },
      { staff: "Allowed from those two only, until the end of next year, logged." },
    ],
  },
  {
    subject: "Who used all the bandwidth last night?",
    issue:
      "Our off-site copy did not finish because the line was full from 23:00 to 05:00. Please find out what it was.",
    team: "network",
    priority: "normal",
    talk: [
      {
        staff:
          "One of the reception PCs downloaded a game of 140 GB. I have limited updates and downloads to 20 Mbit/s at night.",
      },
      { note: "Did not name the person. The manager can ask if it matters." },
    ],
  },
  {
    subject: "Guest network shows a certificate warning since Monday",
    issue:
      "Guests see *Your connection is not private* before the welcome page. Two have complained at the desk.",
    team: "network",
    tags: ["certificate", "wi-fi"],
    priority: "high",
    talk: [
      {
        staff:
          "The portal's certificate had expired on Sunday. It is replaced, and the next one renews itself.",
      },
    ],
  },
  {
    subject: "Move 24 network sockets during the office refit",
    issue:
      "The builders open the floor on the 14th. The plan with the new desk positions is on the project share. We need quotes for 24 sockets and one more switch.",
    team: "network",
    priority: "low",
    talk: [
      {
        staff:
          "The cabling partner can come on the 12th to measure. I put this on hold until their quote is here.",
      },
    ],
  },
  {
    subject: "Cameras in the car park record nothing after 22:00",
    issue:
      "The recorder shows grey pictures from 22:00 to 06:00 for cameras 5 to 8. During the day they are fine.",
    team: "network",
    priority: "normal",
    talk: [
      {
        staff:
          "The switch in the gatehouse powers down its ports at night: an energy schedule that came with its last update. Schedule removed.",
      },
      { client: "We saw a fox at 03:12. It works." },
    ],
  },
  {
    subject: "Voice quality complaints from the Rotterdam depot",
    issue: "Callers hear us as if from the bottom of a well, since the new line.",
    team: "network",
    priority: "normal",
    at: "kestrel",
    talk: [
      {
        staff:
          "Voice was not marked on the new line and shared its lane with the camera uploads. Marked and given precedence; the measured jitter fell from 48 to 3 ms.",
      },
    ],
  },
];
