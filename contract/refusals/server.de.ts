import type { Translated } from "../translation-type.ts";
import type { SERVER_REFUSALS as ENGLISH } from "./server.ts";

export const SERVER_REFUSALS: Translated<typeof ENGLISH> = {
  "server.internal_error": "Es ist ein Fehler aufgetreten",
  "server.busy": "Der Helpdesk ist gerade sehr ausgelastet. Versuchen Sie es gleich noch einmal.",
  "server.database_away": "Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  "server.files_away": "Anhänge sind gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  "server.timed_out":
    "Das hat zu lange gedauert, es wurde nichts geändert. Versuchen Sie es gleich noch einmal.",
  "server.no_answer_in_time": "Es kam rechtzeitig keine Antwort. Versuchen Sie es gleich noch einmal.",
  "server.disk_full": "Der Datenträger ist voll, es konnte nichts gespeichert werden.",
  "server.disk_nearly_full":
    "Der Datenträger ist fast voll, es kann nichts gespeichert werden. Lesen geht weiterhin.",
  "server.export_broke_off":
    "Der Export ist abgebrochen und unvollständig. Bitte versuchen Sie es noch einmal.",
  "server.too_many_at_once":
    "Zu viele Ihrer Anfragen werden gerade gleichzeitig beantwortet. Versuchen Sie es gleich noch einmal.",
  "server.too_many_streams": "Zu viele Fenster sind gleichzeitig offen. Schließen Sie einige davon.",
  "server.metrics_key_required": "Der Schlüssel aus METRICS_KEY ist nötig",
  "server.web_not_built": "Die Web-App ist noch nicht gebaut",
};
