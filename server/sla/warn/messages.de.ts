import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const WARNING_MESSAGES: Translated<typeof English.WARNING_MESSAGES> = {
  dueSubject: (uid, target, time) => `[${uid}] ${target} fällig um ${time}`,
  dueDaySubject: (uid, target, time) => `[${uid}] ${target} fällig am ${time}`,
  overdueSubject: (uid, target, time) => `[${uid}] ${target} überfällig seit ${time}`,
  manySubject: (tickets) => `${tickets} Tickets brauchen Aufmerksamkeit`,
  due: (target, ticket, time, left) => `${target} von ${ticket} ist ${time} fällig; noch ${left}.`,
  overdue: (target, ticket, time) => `${target} von ${ticket} war ${time} fällig.`,
  more: (warnings) => `Und ${warnings} weitere.`,
  ticket: (uid, company, priority) => `${uid} (${company}, ${priority})`,
  open: (uid) => `${uid} öffnen`,
  openDue: "Fälliges öffnen",
  isAssigned: "Sie erhalten diese Mail, weil Ihnen das Ticket zugewiesen ist.",
  isOfTeam: (team) => `Sie erhalten diese Mail, weil niemand zugewiesen ist und Sie im Team ${team} sind.`,
  isUnassigned: "Sie erhalten diese Mail, weil niemand zugewiesen ist und Sie Berichte lesen.",
  areWarned: "Sie erhalten diese Mail, weil Sie auf Fälligkeiten hingewiesen werden.",
};
