import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const TICKET_EMAIL_MESSAGES: Translated<typeof English.TICKET_EMAIL_MESSAGES> = {
  open: (uid) => `${uid} öffnen`,
  arrived: (uid) => `Ihr Ticket ${uid} ist angekommen. Wir antworten, sobald wir können.`,
  received: (uid) => `Wir haben Ihre Nachricht erhalten. Ihre Nummer ist ${uid}.`,
  addByAnswering: "Wenn Sie etwas ergänzen möchten, antworten Sie auf diese Mail.",
  answerOr: (uid) => `${uid} · Antworten Sie auf diese Mail oder`,
  openAt: "öffnen Sie das Ticket unter",
  openInDesk: "öffnen Sie das Ticket im Helpdesk",
  filesAreThere: (names) => `Dateien, die für diese Mail zu groß sind: ${names}`,
  isYours: "Sie erhalten diese Mail, weil es Ihr Ticket ist.",
  assigned: (uid) => `${uid} ist Ihnen zugewiesen.`,
  wasAssigned: "Sie erhalten diese Mail, weil Ihnen das Ticket zugewiesen wurde.",
  manyAssigned: (count) => `${count} Tickets sind Ihnen zugewiesen`,
  openYours: "Ihre Tickets öffnen",
  wereAssigned: "Sie erhalten diese Mail, weil Ihnen Tickets zugewiesen wurden.",
  due: (uid) => `${uid} liegt zur Wiedervorlage vor.`,
  followsUp: "Sie erhalten diese Mail, weil Sie dieses Ticket nachverfolgen.",
  answered: (author, uid) => `${author} hat auf ${uid} geantwortet:`,
  mentioned: (author, uid) => `${author} hat Sie auf ${uid} erwähnt:`,
  mentionedInNote: (author, uid) => `${author} hat Sie in einer internen Notiz auf ${uid} erwähnt.`,
  wereMentioned: "Sie erhalten diese Mail, weil Sie erwähnt wurden.",
  isPartNow: (uid) => `${uid} ist jetzt Teil dieser Unterhaltung.`,
  areOnIt: "Sie erhalten diese Mail, weil Sie an diesem Ticket beteiligt sind.",
  needAssignee: (count) =>
    (count === 1 ? "Ein Ticket braucht" : `${count} Tickets brauchen`) + " einen neuen Bearbeiter",
  accountDeleted: (name) =>
    `Das Konto von ${name} wurde gelöscht. Was ${name} offen hatte, ist jetzt niemandem zugewiesen.`,
  openUnassigned: "Nicht zugewiesene Tickets öffnen",
  leadTheTeam: "Sie erhalten diese Mail, weil Sie das Team leiten.",
};
