import type { Story } from "./story.ts";

/** Work among ourselves: nobody asked for it, and no client sees it. */
export const INTERNAL: readonly Story[] = [
  {
    subject: "On-call phone: swap on Monday 09:00",
    issue: "Callum hands over to Noor. Charger, card and the list of door codes go with it.",
    team: "support",
    priority: "normal",
  },
  {
    subject: "Rotate the break-glass accounts of all clients",
    issue:
      "Half-yearly. Two people, sealed envelopes, the register is in the safe.\n\n- [ ] Castellan\n- [ ] Kestrel\n- [ ] Tidewell\n- [ ] everyone else",
    team: "identity",
    priority: "high",
    status: "in_progress",
    talk: [{ note: "Castellan and Kestrel are done and checked." }],
  },
  {
    subject: "Lessons of the week of 7.4 firmware trouble",
    issue:
      "Three clients had the same time-out after the update. Collect what we know, and put the session time-out into the checklist *before* an update.",
    team: "network",
    tags: ["firmware"],
    priority: "low",
  },
];
