import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const UI_MESSAGES: Translated<typeof English.UI_MESSAGES> = {
  tryAgain: "Noch einmal versuchen",
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  dismiss: "Ausblenden",
  leave: "Diese Seite verlassen?",
  leaveAct: "Verlassen",
  stay: "Bleiben",
  discardQuestion: "Änderungen verwerfen?",
  notSaved: "Ihre Änderungen sind nicht gespeichert.",
  discard: "Verwerfen",
  goOnEditing: "Weiter bearbeiten",
  optional: "optional",
  noMatch: "Kein Treffer",
  loading: "Wird geladen …",
  search: "Suchen",
  clearSearch: "Suche löschen",
  copy: "Kopieren",
  copied: "Kopiert",
  copyFailed: "Kopieren ist hier nicht möglich",
  exportCsv: "CSV exportieren",
  export: {
    exporting: "Wird exportiert …",
    exported: (n) => (n === "1" ? "1 Zeile exportiert" : `${n} Zeilen exportiert`),
    failed: "Der Export ist fehlgeschlagen",
  },
  notifications: "Benachrichtigungen",
  unknown: "Unbekannt",
  code: "Code",
  table: "Tabelle",
  notSent:
    "Es gibt keine Verbindung, deshalb wurde das nicht gesendet. Was Sie geschrieben haben, ist noch hier.",
  findRefusalReason: "Warum nicht?",
  whyInactive:
    "Ihre Firma ist inaktiv: Ihre Leute lesen, ändern aber nichts. Der Helpdesk kann sie aktivieren.",
  whyRole: (act) => `„${act}“ gehört nicht zu den Rechten Ihrer Rolle.`,
  whyReach: {
    own: (act) => `„${act}“: Ihre Rolle darf das nur mit Eigenem.`,
    "own company": (act) => `„${act}“: Ihre Rolle darf das nur in Ihrer Firma.`,
  },
  whyState: "Ihre Rolle umfasst es; der jetzige Zustand lässt es nicht zu.",
  whoCan: (roles) => `Wer es kann: ${roles}.`,
};
