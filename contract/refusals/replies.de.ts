import { placeLabel } from "../replies/placeholder-labels.de.ts";
import type { Translated } from "../translation-type.ts";
import type { REPLY_REFUSALS as ENGLISH } from "./replies.ts";

export const REPLY_REFUSALS: Translated<typeof ENGLISH> = {
  "reply.not_found": "Textbaustein nicht gefunden",
  "reply.text_required": "Schreiben Sie einen Text, oder lassen Sie die Sprache weg",
  "reply.empty": "Schreiben Sie einen Text, oder wählen Sie, was gesetzt wird",
  "reply.language_twice": "Schreiben Sie für jede Sprache einen Text",
  "reply.placeholder_unknown": ({ placeholder }) => `Unbekannter Platzhalter „${placeholder}“`,
  "reply.own_alone": "Nur wem der Textbaustein gehört, kann ihn für sich allein behalten",
  "reply.too_many": ({ max }) => `Höchstens ${max.toLocaleString("de")} Textbausteine sind möglich`,
  "reply.places_missing": ({ labels }) =>
    `Füllen Sie zuerst die markierten Stellen aus: ${labels.map(placeLabel).join(", ")}`,
  "reply.without_client": ({ uid }) => `${uid} hat keinen Kunden, dem zu antworten wäre`,
  "reply.too_long": ({ uid, max }) =>
    `Der Text für ${uid} ist länger als ${max.toLocaleString("de")} Zeichen`,
};
