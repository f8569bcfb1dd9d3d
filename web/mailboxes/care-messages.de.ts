import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./care-messages.ts";

export const CARE_MESSAGES: Translated<typeof English.CARE_MESSAGES> = {
  title: "Dieses Postfach",
  pause: "Anhalten",
  pauseHint: "Nimmt keine Mails an, bis es fortgesetzt wird; was ankommt, wartet auf seinem Server.",
  paused: "Postfach angehalten",
  resume: "Fortsetzen",
  resumeHint: "Angehalten. Wartende Mails werden angenommen, sobald es fortgesetzt wird.",
  resumed: "Postfach fortgesetzt",
  makeDefault: "Zum Standard machen",
  makeDefaultHint: "Das Standardpostfach verschickt, was zu keinem anderen gehört.",
  isDefault:
    "Das Standardpostfach: Es verschickt, was zu keinem anderen gehört, und kann nicht gelöscht werden.",
  madeDefault: "Standardpostfach geändert",
  remove: "Postfach löschen",
  removeHint: "Seine Passwörter werden sofort vergessen. Mails und Tickets, die über es kamen, bleiben.",
  removeTitle: (address) => `${address} löschen?`,
  removing: "Wird gelöscht …",
  removed: "Postfach gelöscht",
  failed: "Das Postfach konnte nicht geändert werden",
  hook: "Abliefern über HTTP",
  hookCaption: "Ein Programm schickt jede Mail an diese Adresse, mit einem Geheimnis signiert.",
  hookAddress: "Adresse",
  copyAddress: "Adresse kopieren",
  makeSecret: "Geheimnis erzeugen",
  newSecret: "Neues Geheimnis erzeugen",
  hasSecret: "Es gibt ein Geheimnis. Ein neues ersetzt es; das bisherige gilt noch 24 Stunden.",
  hasNone: "Bevor es ein Geheimnis gibt, wird nichts angenommen.",
  secretTitle: "Das Geheimnis",
  secretOnce:
    "Es wird nur dieses eine Mal gezeigt. Bewahren Sie es dort auf, wo das signierende Programm es findet.",
  copySecret: "Geheimnis kopieren",
  close: "Schließen",
};
