import type { Translated } from "../translation-type.ts";
import type { COMMENT_REFUSALS as ENGLISH } from "./comments.ts";

export const COMMENT_REFUSALS: Translated<typeof ENGLISH> = {
  "comment.not_found": "Kommentar nicht gefunden",
  "comment.required": "Bitte schreiben Sie einen Kommentar",
  "comment.closed_long_ago": "Dieses Ticket wurde vor zu langer Zeit geschlossen, um darauf zu antworten",
  "comment.audience_changed": "Wer dies lesen wird, hat sich geändert",
  "comment.ticket_in_trash": "Tickets im Papierkorb können nicht beantwortet werden",
  "comment.edit_author_only": "Nur wer den Kommentar geschrieben hat, kann ihn bearbeiten",
  "comment.delete_author_only":
    "Nur wer den Kommentar geschrieben hat oder ein Administrator kann ihn löschen",
  "comment.internal_staff_only": "Nur der Support kann interne Notizen schreiben",
  "comment.mention_staff_only": "In einer internen Notiz kann nur der Support erwähnt werden",
  "comment.mention_cannot_see": ({ name }) => `${name} sieht dieses Ticket nicht`,
  "comment.mention_unknown": "Jemand, der hier erwähnt wird, kann nicht erwähnt werden",
  "comment.mention_not_in_text": "Eine Erwähnung muss im Text stehen",
  "comment.mentions_too_many": ({ max }) => `Höchstens ${max} Personen können auf einmal erwähnt werden`,
  "comment.status_staff_only": "Nur der Support kann mit einer Antwort den Status setzen",
};
