import type { Translated } from "../translation-type.ts";
import type { MAILBOX_REFUSALS as ENGLISH } from "./mailboxes.ts";

export const MAILBOX_REFUSALS: Translated<typeof ENGLISH> = {
  "mailbox.mail_too_large": "Die Nachricht ist größer als 40 MB",
  "mailbox.not_a_mail": "Senden Sie die Mail als message/rfc822",
  "mailbox.paused": "Dieses Postfach ist angehalten",
  "mailbox.signature_old": "Die Signatur ist zu alt",
  "mailbox.signature_wrong": "Die Signatur fehlt oder ist falsch",
  "mailbox.not_found": "Postfach nicht gefunden",
  "mailbox.address_taken": "Diese Adresse ist schon ein Postfach",
  "mailbox.address_of_person":
    "Jemand meldet sich mit dieser Adresse an: Wählen Sie eine, die niemandem gehört",
  "mailbox.default_stays": "Das Standardpostfach kann nicht gelöscht werden",
  "mailbox.no_secret_key": "Setzen Sie SECRET_KEY, bevor ein Passwort aufbewahrt wird",
  "mailbox.too_many": "Es gibt schon 50 Postfächer, mehr können es nicht sein",
  "mailbox.checks_running": "Es laufen schon andere Prüfungen: Versuchen Sie es gleich noch einmal",
  "mailbox.address_required": "Bitte geben Sie die Adresse an",
  "mailbox.address_with_tag": "Lassen Sie das Pluszeichen und was darauf folgt weg",
  "mailbox.host_required": "Bitte geben Sie den Server an",
  "mailbox.host_invalid": "Der Server ist ein Name wie imap.example.com oder eine Adresse",
  "mailbox.port_invalid": "Der Port ist eine Zahl von 1 bis 65535",
  "mailbox.username_required": "Bitte geben Sie den Benutzernamen an",
  "mailbox.unencrypted": "Ohne Verschlüsselung wird nur mit diesem Rechner selbst verbunden",
  "mailbox.secret_again":
    "Geben Sie es noch einmal ein: Es ginge an einen anderen Server oder Namen als bisher",
  "mailbox.tenant_required": "Bitte geben Sie die Mandanten-ID an",
  "mailbox.tenant_invalid": "Der Mandant ist eine ID oder eine Domain, etwa example.onmicrosoft.com",
  "mailbox.client_required": "Bitte geben Sie die Client-ID an",
  "mailbox.client_secret_required": "Bitte geben Sie das Clientgeheimnis an",
  "mailbox.refresh_token_required": "Bitte geben Sie das Aktualisierungstoken an",
  "mailbox.folder_required": "Bitte geben Sie den Ordner an",
  "mailbox.move_to_required": "Wählen Sie den Ordner, in den Mails verschoben werden",
  "mailbox.move_to_same": "Wählen Sie einen anderen Ordner als den, der gelesen wird",
  "mailbox.first_days_invalid": "Wählen Sie 0 bis 90 Tage",
};
