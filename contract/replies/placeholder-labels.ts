import { isPlaceholderName, type PlaceholderName } from "./placeholders.ts";

/** What a place holds, in words. */
export const PLACEHOLDER_LABELS: Record<PlaceholderName, string> = {
  "client.first_name": "client first name",
  "client.name": "client name",
  "company.name": "company name",
  "ticket.uid": "ticket number",
  "ticket.subject": "ticket subject",
  "assignee.first_name": "assignee first name",
  "assignee.name": "assignee name",
  "team.name": "team name",
  "me.first_name": "own first name",
  "me.name": "own name",
  "desk.name": "name of the desk",
  today: "today's date",
  "follow_up.date": "follow-up date",
};

/** The words for a missing place: of a placeholder what it holds, of a blank its own label. */
export function placeLabel(label: string): string {
  return isPlaceholderName(label) ? PLACEHOLDER_LABELS[label] : label;
}
