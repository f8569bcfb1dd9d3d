/** Where a mailbox's mail comes from: any IMAP server, the two great providers, or servers that hand it in. */
export const MAILBOX_KINDS = ["microsoft", "gmail", "imap", "listen"] as const;
export type MailboxKind = (typeof MAILBOX_KINDS)[number];

export const TLS_MODES = ["implicit", "starttls", "none"] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export const AFTER_STORING = ["mark_read", "move", "delete"] as const;
export type AfterStoring = (typeof AFTER_STORING)[number];

export const MAILBOX_STATES = ["ok", "connecting", "unreachable", "sign_in_refused", "paused"] as const;
export type MailboxState = (typeof MAILBOX_STATES)[number];

/** The ports of IMAP and of handing in mail for each way to encrypt (RFC 8314). */
export const IMAP_PORTS: Record<TlsMode, number> = { implicit: 993, starttls: 143, none: 143 };
export const SMTP_PORTS: Record<TlsMode, number> = { implicit: 465, starttls: 587, none: 25 };
