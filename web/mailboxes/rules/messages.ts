/** The texts of the rules for mail that comes in. */
export const RULES_MESSAGES = {
  title: "Rules",
  caption: "What may happen without anybody looking.",
  unproven: "Mail of clients whose sender is not proven",
  unprovenHint: "Accepted mails are marked for staff. Mail in a colleague's name is always held.",
  unprovenChoices: { accept: "Accept", hold: "Hold" },
  cc: "Cc adds colleagues",
  ccHint: "People of the ticket's own company join it. Nobody else does.",
  keep: "Keep originals",
  keepHint: "Words and files stay with the ticket.",
  days: (n: string) => `${n} days`,
  forever: "Forever",
  blocked: "Blocked file types",
  blockedHint: "Endings, such as exe. Such files stay in the original, and the ticket names them.",
  systems: "Systems",
  systemsHint: "Addresses of monitors and the like. Each may send 600 mails an hour before they are held.",
};
