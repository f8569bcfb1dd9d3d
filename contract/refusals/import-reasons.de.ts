import type { IMPORT_PROBLEMS as ENGLISH_PROBLEMS, IMPORT_REASONS as ENGLISH } from "./import-reasons.ts";
import type { Translated } from "../translation-type.ts";

const n = (count: number) => count.toLocaleString("de");
const tooLong = (what: string, { length, most }: { length: number; most: number }) =>
  `${what} darf höchstens ${n(most)} Zeichen haben, hier sind es ${n(length)}`;

export const IMPORT_REASONS: Translated<typeof ENGLISH> = {
  open_quote: "ein Anführungszeichen wird geöffnet und nie geschlossen",
  text_behind_quote: "ein Wert geht hinter seinem schließenden Anführungszeichen weiter",
  endless_line: ({ most }) => `die Zeile hat mehr als ${n(most)} Zeichen`,
  columns: ({ count, expected }) =>
    `hat ${count} ${count === 1 ? "Wert" : "Werte"}, die Kopfzeile hat ${expected}`,
  not_storable: "enthält Zeichen, die nicht gespeichert werden können",
  no_text: "enthält Bytes, die kein Text sind",
  issue_missing: "die Beschreibung fehlt",
  issue_too_long: (length) => tooLong("Die Beschreibung", length),
  subject_too_long: (length) => tooLong("Der Betreff", length),
  number_too_long: (length) => tooLong("Die Nummer", length),
  status_unknown: ({ value }) => `der Status „${value}“ ist unbekannt`,
  priority_unknown: ({ value }) => `die Priorität „${value}“ ist unbekannt`,
  not_a_time: ({ value }) => `„${value}“ ist kein Zeitpunkt wie 20.11.2026 08:14`,
  two_days: ({ value }) => `„${value}“ kann zwei Tage meinen, und die Spalte schreibt beides`,
  before_1970: ({ value }) => `${value} liegt vor 1970`,
  in_the_future: ({ value }) => `${value} liegt in der Zukunft`,
  closed_before_created: "geschlossen wurde vor dem Erstellen",
  updated_before_created: "geändert wurde vor dem Erstellen",
  no_key: "hat keinen Schlüssel",
  key_too_long: ({ length, most }) =>
    `der Schlüssel darf höchstens ${n(most)} Zeichen haben, hier sind es ${n(length)}`,
  key_twice: ({ value }) => `der Schlüssel „${value}“ steht auch in einer früheren Zeile`,
  no_company: ({ value }) => `eine Firma namens „${value}“ gibt es nicht`,
  no_client_address: ({ value }) => `einen Kunden mit der E-Mail-Adresse „${value}“ gibt es nicht`,
  no_client_name: ({ value }) => `einen Kunden namens „${value}“ gibt es nicht`,
  several_clients: ({ value }) => `mehrere Kunden heißen „${value}“`,
  other_company: ({ value, company }) => `${value} gehört nicht zu ${company}`,
  no_agent: ({ value }) => `einen Agenten „${value}“ gibt es nicht`,
  several_agents: ({ value }) => `mehrere Agenten heißen „${value}“`,
  no_team: ({ value }) => `ein Team namens „${value}“ gibt es nicht`,
};

export const IMPORT_PROBLEMS: Translated<typeof ENGLISH_PROBLEMS> = {
  days: ({ column, value }) =>
    `In der Spalte „${column}“ kann ${value} zwei Tage meinen: wählen Sie, ob der Tag oder der Monat zuerst steht`,
  file: ({ reason }) => `Die Datei kann nicht gelesen werden: ${reason}`,
  busy: "Ein anderer Import läuft: versuchen Sie es wieder, wenn er geendet hat",
  broke_off: "Er brach ab; der Grund steht im Protokoll des Servers",
};
