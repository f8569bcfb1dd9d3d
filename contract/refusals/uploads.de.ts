import type { Translated } from "../translation-type.ts";
import type { UPLOAD_REFUSALS as ENGLISH } from "./uploads.ts";

export const UPLOAD_REFUSALS: Translated<typeof ENGLISH> = {
  "upload.not_found": "Datei nicht gefunden",
  "upload.not_stored": "Diese Datei ist nicht mehr gespeichert",
  "upload.not_multipart": "Senden Sie die Datei als multipart/form-data",
  "upload.not_one_file": "Senden Sie eine Datei im Feld file",
  "upload.cut_off": "Das Hochladen wurde unterbrochen",
  "upload.too_large": "Eine Datei darf höchstens 25 MB groß sein",
  "upload.too_many_drafts":
    "Zu viele Dateien warten in Entwürfen. Senden oder entfernen Sie zuerst einige davon.",
  "upload.too_many_at_once": ({ max }) => `Höchstens ${max} Dateien können auf einmal angehängt werden`,
  "upload.ticket_full": ({ max }) => `Ein Ticket kann höchstens ${max} Dateien haben`,
  "upload.storage_full":
    "Für Anhänge ist kein Platz mehr. Die Verwaltung kann unter Einstellungen > Aufbewahrung Platz schaffen.",
  "upload.gone": "Eine angehängte Datei ist nicht mehr da: Hängen Sie sie noch einmal an",
  "upload.attach_again": "Hängen Sie die Datei noch einmal an",
};
