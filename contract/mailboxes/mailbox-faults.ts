import type { RefusalOf } from "../refusals/by-status.ts";
import type { AfterStoring, MailboxKind, TlsMode } from "./mailbox-kinds.ts";

/** The settings of a mailbox that depend on each other; `null` and an empty text are the same. */
export type MailboxSettings = {
  kind: MailboxKind;
  host?: string | null;
  tls?: TlsMode;
  username?: string | null;
  oauth_tenant?: string | null;
  oauth_client?: string | null;
  folder?: string;
  after_storing?: AfterStoring;
  move_to?: string | null;
  smtp_host?: string | null;
  smtp_tls?: TlsMode | null;
  smtp_username?: string | null;
};
export type MailboxSecretField = "password" | "client_secret" | "refresh_token" | "smtp_password";
export type MailboxFault = {
  field: keyof MailboxSettings | MailboxSecretField;
  refusal: Extract<RefusalOf<422>, `mailbox.${string}` | "auth.password_required">;
};

/** Finds what a mailbox of its kind still lacks, field by field; `has` says which secrets there are. */
export function findMailboxFaults(
  settings: MailboxSettings,
  has: Partial<Record<MailboxSecretField, boolean>>,
): MailboxFault[] {
  const faults: MailboxFault[] = [];
  const check = (isWrong: boolean, field: MailboxFault["field"], refusal: MailboxFault["refusal"]) => {
    if (isWrong) faults.push({ field, refusal });
  };
  const { kind } = settings;
  if (kind === "imap") {
    check(!settings.host, "host", "mailbox.host_required");
    check(settings.tls === "none" && !isThisMachine(settings.host), "tls", "mailbox.unencrypted");
    check(!settings.username, "username", "mailbox.username_required");
    check(!has.password, "password", "auth.password_required");
  }
  if (kind === "microsoft") check(!settings.oauth_tenant, "oauth_tenant", "mailbox.tenant_required");
  if (kind === "microsoft" || kind === "gmail") {
    check(!settings.oauth_client, "oauth_client", "mailbox.client_required");
    check(!has.client_secret, "client_secret", "mailbox.client_secret_required");
  }
  if (kind === "gmail") check(!has.refresh_token, "refresh_token", "mailbox.refresh_token_required");
  if (kind !== "listen") findFolderFaults(settings, check);
  const isPlain = Boolean(settings.smtp_host) && settings.smtp_tls === "none";
  check(isPlain && !isThisMachine(settings.smtp_host), "smtp_tls", "mailbox.unencrypted");
  const signsIn = Boolean(settings.smtp_host) && Boolean(settings.smtp_username);
  check(signsIn && !has.smtp_password, "smtp_password", "auth.password_required");
  return faults;
}

type Check = (isWrong: boolean, field: MailboxFault["field"], refusal: MailboxFault["refusal"]) => void;

function findFolderFaults({ folder, after_storing, move_to }: MailboxSettings, check: Check): void {
  check(folder === "", "folder", "mailbox.folder_required");
  if (after_storing !== "move") return;
  check(!move_to, "move_to", "mailbox.move_to_required");
  check(Boolean(move_to) && move_to === (folder ?? "INBOX"), "move_to", "mailbox.move_to_same");
}

/** Whether a name or address is this machine's own, which nobody listens in on. */
export function isThisMachine(host: string | null | undefined): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host ?? "");
}
