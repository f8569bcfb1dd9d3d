import { LIMITS } from "#contract/limits.ts";
import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

const MEGABYTE = 1024 * 1024;

export const UPLOAD_MESSAGES: Translated<typeof English.UPLOAD_MESSAGES> = {
  failed: "Das Hochladen ist fehlgeschlagen",
  attach: "Dateien anhängen",
  attachments: "Anhänge",
  toSend: "Dateien zum Senden",
  dropHere: "Dateien hier ablegen, um sie anzuhängen",
  hint: "Dateien hierher ziehen oder Bildschirmfoto einfügen",
  sending: "Wird gesendet",
  cancel: "Hochladen abbrechen",
  remove: "Datei entfernen",
  retry: "Erneut hochladen",
  download: "Herunterladen",
  downloadFailed: "Die Datei konnte nicht heruntergeladen werden",
  deleteFailed: "Die Datei konnte nicht entfernt werden",
  delete: "Datei entfernen",
  deleteQuestion:
    "Alle, die dieses Ticket sehen, verlieren die Datei. Das lässt sich nicht rückgängig machen.",
  deleting: "Wird entfernt …",
  show: "Bild anzeigen",
  pasted: "Eingefügt",
  tooBig: `Eine Datei darf höchstens ${LIMITS.attachmentBytes / MEGABYTE} MB groß sein`,
  tooMany: `Höchstens ${LIMITS.attachmentsPerMessage} Dateien auf einmal`,
  stillSending: "Warten Sie, bis die Dateien gesendet sind",
  unsent: "Senden Sie die fehlgeschlagenen Dateien erneut oder entfernen Sie sie",
};

const tenths = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "812 B", "14 KB", "2,4 MB" */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`;
  return `${tenths.format(bytes / MEGABYTE)} MB`;
}
