/** Refusals about outgoing mail. */
export const MAIL_REFUSALS = {
  "mail.not_found": "Mail not found",
  "mail.not_captured": "Mails are sent, not captured",
  "mail.not_failed": "Only a failed mail can be sent again",
  "mail.link_gone": "This mail carried a link that works once: send a new link instead",
} as const;
