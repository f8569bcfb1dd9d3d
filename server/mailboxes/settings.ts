import type { Selectable } from "kysely";
import type { z } from "zod";
import { findMailboxFaults, type MailboxSecretField } from "#contract/mailboxes/mailbox-faults.ts";
import { IMAP_PORTS, SMTP_PORTS } from "#contract/mailboxes/mailbox-kinds.ts";
import type { NewMailbox } from "#contract/mailboxes/mailbox-schemas.ts";
import type { Tables } from "#server/db/tables.ts";
import { fieldError, Refusal } from "#server/lib/refusal.ts";
import type { Mailbox } from "./read.ts";

export type SecretKind = Selectable<Tables["mailbox_secrets"]>["kind"];
type Wanted = z.output<typeof NewMailbox>;
export type Secrets = Pick<Wanted, MailboxSecretField>;

/** The settings of a mailbox as a person sees them, without what the connection and the database keep. */
export type Settings = Omit<
  Mailbox,
  | "id"
  | "is_default"
  | "active"
  | "state"
  | "state_since"
  | "last_error"
  | "last_mail_at"
  | "told_away_at"
  | "plus_check"
  | "plus_token"
  | "version"
  | "created_at"
  | "deleted_at"
>;

/** Where each secret of a request is kept. */
export const SECRET_KINDS: Record<MailboxSecretField, SecretKind> = {
  password: "password",
  client_secret: "client_secret",
  refresh_token: "refresh_token",
  smtp_password: "smtp",
};

/** The secrets that a mailbox of each kind is signed in with. */
const SECRETS_OF: Record<Mailbox["kind"], readonly MailboxSecretField[]> = {
  imap: ["password"],
  microsoft: ["client_secret"],
  gmail: ["client_secret", "refresh_token"],
  listen: [],
};

/** Completes the settings of a new mailbox with what is usual. */
export function completeSettings(wanted: Omit<Wanted, MailboxSecretField>): Settings {
  return fitToKind({
    address: wanted.address,
    name: wanted.name === undefined || wanted.name === "" ? wanted.address : wanted.name,
    kind: wanted.kind,
    host: wanted.host ?? null,
    port: wanted.port ?? null,
    tls: wanted.tls ?? "implicit",
    username: wanted.username ?? null,
    oauth_tenant: wanted.oauth_tenant ?? null,
    oauth_client: wanted.oauth_client ?? null,
    folder: wanted.folder ?? "INBOX",
    after_storing: wanted.after_storing ?? "mark_read",
    move_to: wanted.move_to ?? null,
    spam_folder: wanted.spam_folder ?? false,
    first_days: wanted.first_days ?? 0,
    group_id: wanted.group_id ?? null,
    company_id: wanted.company_id ?? null,
    signature: wanted.signature ?? "",
    authserv_id: wanted.authserv_id ?? null,
    trust_tenant: wanted.trust_tenant ?? false,
    plus_addressing: wanted.plus_addressing ?? true,
    confirms: wanted.confirms ?? true,
    smtp_host: wanted.smtp_host ?? null,
    smtp_port: wanted.smtp_port ?? null,
    smtp_tls: wanted.smtp_tls ?? null,
    smtp_username: wanted.smtp_username ?? null,
  });
}

/** Empties what does not belong to a mailbox's kind, and fills in the usual ports. */
export function fitToKind(settings: Settings): Settings {
  const { kind, tls, smtp_host, after_storing } = settings;
  const isImap = kind === "imap";
  const smtpTls = settings.smtp_tls ?? "starttls";
  return {
    ...settings,
    ...(isImap
      ? { port: settings.port ?? IMAP_PORTS[tls] }
      : { host: null, port: null, username: null, tls: "implicit" }),
    oauth_tenant: kind === "microsoft" ? settings.oauth_tenant : null,
    oauth_client: kind === "microsoft" || kind === "gmail" ? settings.oauth_client : null,
    trust_tenant: kind === "microsoft" && settings.trust_tenant,
    move_to: after_storing === "move" ? settings.move_to : null,
    ...(smtp_host === null
      ? { smtp_port: null, smtp_tls: null, smtp_username: null }
      : { smtp_port: settings.smtp_port ?? SMTP_PORTS[smtpTls], smtp_tls: smtpTls }),
  };
}

/** Refuses 422 for settings that do not make a mailbox of their kind, each field with its sentence. */
export function refuseFaults(settings: Settings, has: Partial<Record<MailboxSecretField, boolean>>): void {
  const faults = findMailboxFaults(settings, has);
  const [first] = faults;
  if (!first) return;
  const errors = faults.map(({ field, refusal }) => fieldError(field, refusal));
  throw new Refusal(422, first.refusal, { errors });
}

/**
 * Refuses 422 for a kept secret that would now go elsewhere: whoever may change a mailbox may use its password, and never
 * learn it from a server of their own.
 */
export function refuseMisdirected(before: Settings, after: Settings, sent: Secrets): void {
  const movesReading = differs(before, after, ["host", "port", "tls", "username"]);
  const movesSending = differs(before, after, ["smtp_host", "smtp_port", "smtp_tls", "smtp_username"]);
  const isKept = (field: MailboxSecretField) => sent[field] === undefined || sent[field] === "";
  const fields: MailboxSecretField[] = [];
  if (before.kind === "imap" && after.kind === "imap" && movesReading && isKept("password"))
    fields.push("password");
  if (
    before.smtp_username !== null &&
    after.smtp_username !== null &&
    movesSending &&
    isKept("smtp_password")
  )
    fields.push("smtp_password");
  if (fields.length === 0) return;
  throw new Refusal(422, "mailbox.secret_again", {
    errors: fields.map((field) => fieldError(field, "mailbox.secret_again")),
  });
}

function differs(before: Settings, after: Settings, fields: readonly (keyof Settings)[]): boolean {
  return fields.some((field) => before[field] !== after[field]);
}

/** The secrets that a mailbox of these settings has no use for. */
export function findUselessSecrets({ kind, smtp_username }: Settings): SecretKind[] {
  const useful = new Set<SecretKind>(SECRETS_OF[kind].map((field) => SECRET_KINDS[field]));
  if (smtp_username !== null) useful.add("smtp");
  return Object.values(SECRET_KINDS).filter((secret) => !useful.has(secret));
}
