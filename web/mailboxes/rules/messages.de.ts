import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const RULES_MESSAGES: Translated<typeof English.RULES_MESSAGES> = {
  title: "Regeln",
  caption: "Was geschehen darf, ohne dass jemand hinsieht.",
  unproven: "Mails von Kunden ohne Beleg für den Absender",
  unprovenHint:
    "Angenommene Mails sind für Mitarbeiter markiert. Mails im Namen von Kollegen werden immer zurückgehalten.",
  unprovenChoices: { accept: "Annehmen", hold: "Zurückhalten" },
  cc: "Kopie beteiligt Kollegen",
  ccHint: "Personen aus der Firma des Tickets kommen dazu, sonst niemand.",
  keep: "Originale behalten",
  keepHint: "Worte und Dateien bleiben beim Ticket.",
  days: (n) => `${n} Tage`,
  forever: "Für immer",
  blocked: "Gesperrte Dateitypen",
  blockedHint: "Endungen wie exe. Solche Dateien bleiben im Original, und das Ticket nennt sie.",
  systems: "Systeme",
  systemsHint:
    "Adressen von Überwachungen und Ähnlichem. Jede darf 600 Mails in der Stunde senden, bevor sie zurückgehalten werden.",
};
