import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const STEPS_MESSAGES: Translated<typeof English.STEPS_MESSAGES> = {
  title: "Erste Schritte",
  progress: (done, all) => `${done} von ${all} erledigt`,
  done: "Erledigt",
  dismiss: "Weglegen",
  dismissed: "Die ersten Schritte sind für alle weggelegt",
  undo: "Zurückholen",
  failed: "Die ersten Schritte konnten nicht gespeichert werden",
  brand: "Dem Helpdesk einen Namen geben",
  brandHint: "Name und Logo stehen auf jeder Seite und in jeder Mail.",
  team: "Das Team einladen",
  teamHint: "Kolleginnen und Kollegen, die Tickets beantworten, jeweils mit einer Rolle.",
  mail: "Den Mailserver anbinden",
  mailHint: "Bis dahin werden Mails hier festgehalten und niemandem geschickt.",
  client: "Den ersten Kunden einladen",
  clientHint: "Eine Firma und jemand dort, der Tickets erstellt.",
  answer: "Das erste Ticket beantworten",
  answerHint: "Der Kunde liest die Antwort hier und bekommt sie per Mail.",
  samples: "Beispieldaten entfernen",
  samplesHint: "Wenn es ernst wird: Was Sie selbst angelegt haben, bleibt.",
};

export const SAMPLES_MESSAGES: Translated<typeof English.SAMPLES_MESSAGES> = {
  title: "Beispieldaten",
  caption: "Erfundene Tickets, Firmen und Personen, die zeigen, was der Helpdesk kann.",
  left: (tickets, companies, people) =>
    `${tickets} Tickets, ${companies} Firmen und ${people} Personen sind Beispiele.`,
  leftHint: "Was Sie selbst angelegt haben, bleibt, wenn sie gehen.",
  remove: "Beispieldaten entfernen",
  sure: "Beispieldaten entfernen?",
  goes: "Das geht endgültig, mit allen Unterhaltungen und dem Verlauf:",
  tickets: (n) => `Tickets: ${n}`,
  companies: (n) => `Firmen: ${n}`,
  people: (n) => `Personen: ${n}`,
  teams: (n) => `Teams: ${n}`,
  mails: (n) => `Mails: ${n}`,
  stays: "Alles, was seitdem dazugekommen ist, bleibt. Von den Beispielen auch:",
  keptTickets: (n) => `Tickets, an denen jemand Echtes gearbeitet hat oder darin genannt ist: ${n}`,
  keptCompanies: (n) => `Firmen, zu denen noch etwas anderes gehört: ${n}`,
  keptPeople: (n) => `Personen, die etwas Bleibendes nennt; ihre Konten werden geschlossen: ${n}`,
  keptTeams: (n) => `Teams, zu denen noch etwas anderes gehört: ${n}`,
  keptAdopted: (n) => `Konten, die ein eigenes Passwort oder eine eigene Adresse bekommen haben: ${n}`,
  stayOwn:
    "Sie sind mit einem Beispielkonto angemeldet. Es bleibt, und Sie bleiben angemeldet: Geben Sie ihm Ihre eigene Adresse und ein neues Passwort.",
  act: "Endgültig entfernen",
  removing: "Wird entfernt …",
  done: "Beispieldaten entfernt",
  failed: "Die Beispieldaten konnten nicht entfernt werden",
  failedToCount: "Die Beispieldaten konnten nicht gezählt werden",
};
