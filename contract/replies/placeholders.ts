/**
 * What may stand in two braces in a saved reply, each with the words for it where it is missing. `{{ask: order number}}` is a
 * blank beside these.
 */
export const PLACEHOLDERS = [
  "client.first_name",
  "client.name",
  "company.name",
  "ticket.uid",
  "ticket.subject",
  "assignee.first_name",
  "assignee.name",
  "team.name",
  "me.first_name",
  "me.name",
  "desk.name",
  "today",
  "follow_up.date",
] as const;

export type PlaceholderName = (typeof PLACEHOLDERS)[number];

export function isPlaceholderName(name: string): name is PlaceholderName {
  return PLACEHOLDERS.some((known) => known === name);
}

/** The values of placeholders on one ticket, in the language of the text; null for what is missing. */
export type PlaceholderValues = Readonly<Record<PlaceholderName, string | null>>;
