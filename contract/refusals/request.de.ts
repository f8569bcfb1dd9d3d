import type { Translated } from "../translation-type.ts";
import type { REQUEST_REFUSALS as ENGLISH } from "./request.ts";

export const REQUEST_REFUSALS: Translated<typeof ENGLISH> = {
  "request.unknown_address": "Unter dieser Adresse gibt es nichts",
  "request.not_found": "Nicht gefunden",
  "request.invalid": "Die Anfrage ist ungültig",
  "request.invalid_body": "Der Inhalt der Anfrage ist ungültig",
  "request.invalid_json": "Der Inhalt der Anfrage ist kein gültiges JSON",
  "request.too_large": "Die Anfrage ist zu groß",
  "request.not_json": "Senden Sie JSON (Content-Type: application/json)",
  "request.malformed": ({ reason }) => reason,
  "request.other_site": "Diese Anfrage kam von einer anderen Website",
  "request.changed_meanwhile":
    "Das wurde inzwischen geändert: Laden Sie die Seite neu und versuchen Sie es noch einmal",
  "request.idempotency_key_invalid": "Idempotency-Key muss aus 1 bis 200 sichtbaren Zeichen bestehen",
  "request.idempotency_key_unfinished": "Die erste Anfrage mit diesem Idempotency-Key läuft noch",
  "request.idempotency_key_reused": "Dieser Idempotency-Key wurde für eine andere Anfrage benutzt",
  "request.time_past": "Bitte wählen Sie einen Zeitpunkt in der Zukunft",
};
