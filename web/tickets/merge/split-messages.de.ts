import type { Translated } from "#contract/translation-type.ts";
import type { SPLIT_MESSAGES as ENGLISH } from "./split-messages.ts";

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
const list = (all: readonly string[]) => new Intl.ListFormat("de").format(all);

export const SPLIT_MESSAGES: Translated<typeof ENGLISH> = {
  split: "Ab hier abtrennen …",
  splitName: (name) => `Ab dem Kommentar von ${name} abtrennen`,
  choose: (name) => `Kommentar von ${name} mitnehmen`,
  chosen: (n) => `${counted(n, "Kommentar", "Kommentare")} gewählt`,
  next: "Neues Ticket …",
  cancel: "Abbrechen",
  title: (n) => `Neues Ticket aus ${counted(n, "Kommentar", "Kommentaren")}`,
  hint: "Sie ziehen mit ihren Dateien um. Sie können das jederzeit rückgängig machen.",
  subject: "Betreff",
  issue: "Beschreibung",
  issueIsFirst:
    "Der erste öffentliche Kommentar; ändern Sie ihn, bleiben alle Kommentare in der Unterhaltung.",
  issueByHand: "Es sind nur Notizen: Sagen Sie in eigenen Worten, worum es geht.",
  requester: "Kunde",
  readers: (names) =>
    names.length === 0 ? "Niemand von außen wird es lesen." : `${list(names)} wird es lesen.`,
  stay: "Wer an diesem Ticket beteiligt ist, kommt nicht mit.",
  company: "Firma",
  act: "Abtrennen",
  acting: "Wird abgetrennt …",
  done: (n, uid) => `${counted(n, "Kommentar", "Kommentare")} nach ${uid} verschoben`,
  open: "Öffnen",
  failed: "Das Ticket konnte nicht geteilt werden",
  failedToPreview: "Was geschehen würde, ließ sich nicht ermitteln",
};
