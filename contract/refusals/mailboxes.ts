/** Refusals about the addresses of the desk. */
export const MAILBOX_REFUSALS = {
  "mailbox.mail_too_large": "Message is larger than 40 MB",
  "mailbox.not_a_mail": "Send the mail as message/rfc822",
  "mailbox.not_found": "Mailbox not found",
  "mailbox.paused": "This mailbox is paused",
  "mailbox.signature_old": "The signature is too old",
  "mailbox.signature_wrong": "The signature is missing or wrong",
  "mailbox.no_secret_key": "Set SECRET_KEY before a password is kept",
} as const;
