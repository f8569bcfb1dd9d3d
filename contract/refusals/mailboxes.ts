/** Refusals about the addresses of the desk. */
export const MAILBOX_REFUSALS = {
  "mailbox.no_secret_key": "Set SECRET_KEY before a password is kept",
} as const;
