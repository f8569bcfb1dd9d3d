import type { Translated } from "../translation-type.ts";
import type { MAILBOX_REFUSALS as ENGLISH } from "./mailboxes.ts";

export const MAILBOX_REFUSALS: Translated<typeof ENGLISH> = {
  "mailbox.mail_too_large": "Die Nachricht ist größer als 40 MB",
  "mailbox.not_a_mail": "Senden Sie die Mail als message/rfc822",
  "mailbox.not_found": "Postfach nicht gefunden",
  "mailbox.paused": "Dieses Postfach ist angehalten",
  "mailbox.signature_old": "Die Signatur ist zu alt",
  "mailbox.signature_wrong": "Die Signatur fehlt oder ist falsch",
  "mailbox.no_secret_key": "Setzen Sie SECRET_KEY, bevor ein Passwort aufbewahrt wird",
};
