import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./card-messages.ts";

export const CHECKLIST_CARD_MESSAGES: Translated<typeof English.CHECKLIST_CARD_MESSAGES> = {
  title: "Checkliste",
  progress: (done, items) => `${done} von ${items}`,
  add: "Punkt hinzufügen",
  addPlaceholder: "Was ist zu tun?",
  edit: (text) => `Bearbeiten: ${text}`,
  text: "Punkt",
  doneBy: (name, when) => `${name}, ${when}`,
  actionsFor: (text) => `Aktionen für „${text}“`,
  rename: "Bearbeiten",
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  delete: "Punkt löschen",
  deleted: "Punkt gelöscht",
  isGone: "Inzwischen gelöscht: gespeicherter Text wird ein neuer Punkt",
  undone: "Punkt wiederhergestellt",
  moved: (text, place, items) => `${text}: ${place} von ${items}`,
  failedToFetch: "Die Checkliste konnte nicht geladen werden",
  failed: "Die Checkliste konnte nicht geändert werden",
};
