import { isPlaceholderName, type PlaceholderName } from "./placeholders.ts";

export const PLACEHOLDER_LABELS: Record<PlaceholderName, string> = {
  "client.first_name": "Vorname des Kunden",
  "client.name": "Name des Kunden",
  "company.name": "Name der Firma",
  "ticket.uid": "Ticketnummer",
  "ticket.subject": "Betreff des Tickets",
  "assignee.first_name": "Vorname des Bearbeiters",
  "assignee.name": "Name des Bearbeiters",
  "team.name": "Name des Teams",
  "me.first_name": "eigener Vorname",
  "me.name": "eigener Name",
  "desk.name": "Name des Helpdesks",
  today: "heutiges Datum",
  "follow_up.date": "Datum der Wiedervorlage",
};

export function placeLabel(label: string): string {
  return isPlaceholderName(label) ? PLACEHOLDER_LABELS[label] : label;
}
