import type { Translated } from "#contract/translation-type.ts";
import type { MERGE_MESSAGES as ENGLISH } from "./messages.ts";

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
const list = (all: readonly string[]) => new Intl.ListFormat("de").format(all);

export const MERGE_MESSAGES: Translated<typeof ENGLISH> = {
  merge: "Zusammenführen",
  title: "Tickets zusammenführen",
  hint: "Eines bleibt; die anderen werden Teil davon. Sie können das jederzeit rückgängig machen.",
  chooseOther: "Welches Ticket wird Teil davon?",
  chooseHint: "Ein Ticket derselben Firma, nach Nummer oder Wörtern.",
  keep: "Behalten",
  keepOne: (uid) => `${uid} behalten`,
  stays: "Dieses bleibt",
  comments: (n) => counted(n, "Kommentar", "Kommentare"),
  happens: "Was geschieht",
  joins: (n, parts, uid) =>
    `${list([n === 1 ? "Seine Beschreibung" : "Ihre Beschreibungen", ...parts])} ${
      n === 1 && parts.length === 0 ? "kommt" : "kommen"
    } nach der Zeit geordnet zu ${uid}. Jeder Teil behält seinen Vermerk`,
  parts: {
    comments: (n) => counted(n, "Kommentar", "Kommentare"),
    notes: (n) => counted(n, "interne Notiz", "interne Notizen"),
    files: (n) => counted(n, "Datei", "Dateien"),
    checklist: (n) => counted(n, "Punkt der Checkliste", "Punkte der Checkliste"),
  },
  from: "aus",
  leads: (uids, kept) =>
    uids.length === 1
      ? `${list(uids)}, seine Links und Mails führen zu ${kept}. Es verschwindet aus Listen und Zählungen.`
      : `${list(uids)}, ihre Links und Mails führen zu ${kept}. Sie verschwinden aus Listen und Zählungen.`,
  keeps: (uid) => `${uid} behält Status, Priorität, Bearbeiter und Team.`,
  keepsOthers: (uid) => `${uid} behält alles andere.`,
  settles: {
    status: (to) => `Der Status wird ${to}.`,
    priority: (to) => `Die Priorität wird ${to}.`,
    assignee_id: (to) => `${to} übernimmt es.`,
    group_id: (to) => `${to} wird das Team.`,
    follow_up_at: (to) => `Wiedervorlage: ${to}.`,
    tags: (to) => `Neue Schlagwörter: ${to}.`,
    participants: (to) => `${to} kommt hinzu.`,
  },
  waiting: (n, kept) =>
    `${counted(n, "wartende Antwort geht", "wartende Antworten gehen")} in ${kept} hinaus.`,
  stops: (n) =>
    n === 1
      ? "1 wartende Antwort wird angehalten, weil andere sie lesen würden; wer sie schrieb, erfährt es."
      : `${n} wartende Antworten werden angehalten, weil andere sie lesen würden; wer sie schrieb, erfährt es.`,
  draftKept: (uid, kept) => `Ihr Entwurf auf ${uid} bleibt erhalten und wird in ${kept} angeboten.`,
  list,
  newReaders: "Liest neu mit",
  nobodyNew: "Niemand",
  reads: (_, parts) =>
    `liest ${list(parts.map(({ uid, comments }) => (comments === 0 ? uid : `${uid} mit ${counted(comments, "Kommentar", "Kommentaren")}`)))} und erhält die Mails.`,
  link: "Verknüpfen",
  linked: "Verknüpft",
  leftOut: (n, all) => `${n} von ${all} ${n === 1 ? "bleibt" : "bleiben"} außen vor`,
  act: (n) => `${n} Tickets zusammenführen`,
  nothing: "Keines davon lässt sich mit diesem zusammenführen.",
  merging: "Wird zusammengeführt …",
  done: (uids, kept) => `${list(uids)} mit ${kept} zusammengeführt`,
  undone: "Zusammenführung rückgängig gemacht",
  failed: "Die Tickets konnten nicht zusammengeführt werden",
  failedToPreview: "Was geschehen würde, ließ sich nicht ermitteln",
  failedToUndo: "Das konnte nicht rückgängig gemacht werden",
  failedToFetch: "Die Zusammenführungen dieses Tickets konnten nicht geladen werden",
  wasMerged: (uid) => `${uid} wurde mit diesem Ticket zusammengeführt`,
  wasSplit: (uid) => `Dieses Ticket wurde von ${uid} abgetrennt`,
  came: (parts) => `Mitgekommen: ${list(parts)}.`,
  description: "die Beschreibung",
  nowOnIt: (names) => `${list(names)} ${names.length === 1 ? "ist" : "sind"} jetzt dabei.`,
  by: "von",
  draftFrom: (uid) => `Ihr Entwurf aus ${uid}:`,
  insert: "Einfügen",
  discard: "Verwerfen",
  failedDraft: "Der Entwurf konnte nicht geholt werden",
  undoMerge: "Zusammenführung rückgängig machen",
  undoSplit: "Abtrennung rückgängig machen",
  undoQuestion: (uid) => `${uid} wird wieder ein eigenes Ticket, mit allem, was mit ihm gekommen ist.`,
  splitQuestion: (uid) =>
    `Alles, was jetzt darauf steht, geht zurück zu ${uid}, wohin dann auch seine Nummer führt.`,
  since: "Seither geschrieben",
  takesAlong: "Angehakte gehen mit.",
  undoing: "Wird rückgängig gemacht …",
  splitUndone: "Abtrennung rückgängig gemacht",
};
