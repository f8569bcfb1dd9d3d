import type { Translated } from "../translation-type.ts";
import {
  brokenReason,
  type FILE_FAULTS as ENGLISH_FAULTS,
  type FileFaultParams,
  type IMPORT_PROBLEMS as ENGLISH_PROBLEMS,
  type IMPORT_REASONS as ENGLISH,
} from "./import-reasons.ts";
import { fillIn, type Sentence } from "./sentence.ts";

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

export const FILE_FAULTS: Translated<typeof ENGLISH_FAULTS> = {
  empty: () => "Die Datei ist leer: In ihrer ersten Zeile müssen die Namen der Spalten stehen.",
  no_header: ({ line }) => `In Zeile ${line} steht nichts, was die Spalten benennen könnte.`,
  broken_header: ({ line, why, most }) =>
    `Zeile ${line} der Datei lässt sich nicht lesen: ${fillIn(brokenReason(IMPORT_REASONS, why), { most: Number(most) })}.`,
  no_text: ({ line }) =>
    `Zeile ${line} der Datei enthält Zeichen, die in keinem Text vorkommen: Speichern Sie sie als CSV in UTF-8 oder in UTF-16 mit Bytereihenfolge-Marke.`,
  no_workbook:
    "Das ist keine Excel-Mappe: Speichern Sie sie als .xlsx oder als CSV und importieren Sie dann diese Datei.",
  no_sheets: "Die Mappe hat kein Blatt mit Zeilen.",
  no_sheet: ({ sheet, sheets }) => `Die Mappe hat kein Blatt „${sheet}“: Ihre Blätter sind ${sheets}.`,
  damaged:
    "Die Mappe ist beschädigt oder nicht vollständig: Öffnen Sie sie, speichern Sie sie noch einmal als .xlsx oder als CSV in UTF-8 und importieren Sie dann diese Datei.",
  old_workbook:
    "Das ist eine Mappe der alten Art (.xls) oder eine mit Passwort: Speichern Sie sie als .xlsx ohne Passwort oder als CSV in UTF-8 und importieren Sie dann diese Datei.",
  endless_cell:
    "Die Mappe hat eine Zelle ohne Ende: Speichern Sie sie als CSV und importieren Sie dann diese Datei.",
  too_many_characters:
    "Die Mappe hat mehr als 50.000.000 Zeichen: Speichern Sie das Blatt als CSV, wofür es keine solche Grenze gibt, und importieren Sie dann diese Datei.",
};

/** Why a file cannot be read; what only a newer server knows is said as it says it. */
export function fileFaultText({ reason, fault = "", ...facts }: FileFaultParams): string {
  const faults: Readonly<Record<string, Sentence>> = FILE_FAULTS;
  const sentence = Object.hasOwn(faults, fault) ? faults[fault] : undefined;
  return sentence === undefined ? `Die Datei kann nicht gelesen werden: ${reason}` : fillIn(sentence, facts);
}

export const IMPORT_PROBLEMS: Translated<typeof ENGLISH_PROBLEMS> = {
  days: ({ column, value }) =>
    `In der Spalte „${column}“ kann ${value} zwei Tage meinen: wählen Sie, ob der Tag oder der Monat zuerst steht`,
  file: fileFaultText,
  busy: "Ein anderer Import läuft: versuchen Sie es wieder, wenn er geendet hat",
  broke_off: "Er brach ab; der Grund steht im Protokoll des Servers",
};
