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
  "comment.status_staff_only": "Nur der Support kann mit einer Antwort den Status setzen",
};
