import { IMAP_PORTS, SMTP_PORTS } from "#contract/mailboxes/mailbox-kinds.ts";
import type { Mailbox, MailboxChange, NewMailbox } from "../data.ts";

/** The servers that Microsoft and Google take mail at; a mailbox that names one sends with its token. */
export const PROVIDER_SMTP = {
  microsoft: { host: "smtp.office365.com", tls: "starttls" },
  gmail: { host: "smtp.gmail.com", tls: "implicit" },
} as const;

type Named = { id: string; name: string } | null;
type Secret = "password" | "client_secret" | "refresh_token" | "smtp_password";

/** The values of the form: as the API names them, with texts for numbers and for what may be empty. */
export type MailboxValues = Pick<
  Mailbox,
  | "address"
  | "name"
  | "kind"
  | "tls"
  | "folder"
  | "after_storing"
  | "spam_folder"
  | "signature"
  | "trust_tenant"
  | "plus_addressing"
  | "confirms"
> &
  Record<
    | "host"
    | "port"
    | "username"
    | "oauth_tenant"
    | "oauth_client"
    | "move_to"
    | "first_days"
    | "authserv_id"
    | "smtp_host"
    | "smtp_port"
    | "smtp_username"
    | Secret,
    string
  > & { smtp_tls: Mailbox["tls"]; has_own_server: boolean; group_id: Named; company_id: Named };

const NO_SECRETS = { password: "", client_secret: "", refresh_token: "", smtp_password: "" };

export const NEW_VALUES: MailboxValues = {
  kind: "microsoft",
  address: "",
  name: "",
  host: "",
  port: "",
  tls: "implicit",
  username: "",
  oauth_tenant: "",
  oauth_client: "",
  folder: "INBOX",
  after_storing: "mark_read",
  move_to: "",
  spam_folder: false,
  first_days: "0",
  group_id: null,
  company_id: null,
  signature: "",
  authserv_id: "",
  trust_tenant: false,
  plus_addressing: true,
  confirms: true,
  has_own_server: false,
  smtp_host: "",
  smtp_port: "",
  smtp_tls: "starttls",
  smtp_username: "",
  ...NO_SECRETS,
};

/** The values of a mailbox as it is saved; its secrets are not known here. */
export function valuesOf(mailbox: Mailbox): MailboxValues {
  const { group_id, group_name, company_id, company_name } = mailbox;
  return {
    ...NEW_VALUES,
    kind: mailbox.kind,
    address: mailbox.address,
    name: mailbox.name === mailbox.address ? "" : mailbox.name,
    host: mailbox.host ?? "",
    port: textOf(mailbox.port),
    tls: mailbox.tls,
    username: mailbox.username ?? "",
    oauth_tenant: mailbox.oauth_tenant ?? "",
    oauth_client: mailbox.oauth_client ?? "",
    folder: mailbox.folder,
    after_storing: mailbox.after_storing,
    move_to: mailbox.move_to ?? "",
    spam_folder: mailbox.spam_folder,
    first_days: String(mailbox.first_days),
    group_id: group_id === null ? null : { id: group_id, name: group_name ?? "" },
    company_id: company_id === null ? null : { id: company_id, name: company_name ?? "" },
    signature: mailbox.signature,
    authserv_id: mailbox.authserv_id ?? "",
    trust_tenant: mailbox.trust_tenant,
    plus_addressing: mailbox.plus_addressing,
    confirms: mailbox.confirms,
    has_own_server: mailbox.smtp_host !== null,
    smtp_host: mailbox.smtp_host ?? "",
    smtp_port: textOf(mailbox.smtp_port),
    smtp_tls: mailbox.smtp_tls ?? "starttls",
    smtp_username: mailbox.smtp_username ?? "",
  };
}

/** The whole form as the API takes it; secrets that were not typed are left out. */
export function bodyOf(values: MailboxValues): NewMailbox {
  return {
    kind: values.kind,
    address: values.address,
    name: values.name,
    ...sourceOf(values),
    group_id: values.group_id?.id ?? null,
    company_id: values.company_id?.id ?? null,
    signature: values.signature,
    authserv_id: values.authserv_id,
    trust_tenant: values.trust_tenant,
    plus_addressing: values.plus_addressing,
    confirms: values.confirms,
    ...sendingOf(values),
  };
}

/** What differs from the values that the form began with. */
export function changeOf(values: MailboxValues, before: MailboxValues): MailboxChange {
  const old: Record<string, unknown> = bodyOf(before);
  return Object.fromEntries(Object.entries(bodyOf(values)).filter(([name, value]) => old[name] !== value));
}

function sourceOf(values: MailboxValues): Partial<NewMailbox> {
  if (values.kind === "listen") return {};
  const reading = {
    folder: values.folder,
    after_storing: values.after_storing,
    move_to: values.after_storing === "move" ? values.move_to : null,
    spam_folder: values.spam_folder,
    first_days: numberOf(values.first_days) ?? 0,
  };
  if (values.kind === "imap")
    return {
      ...reading,
      host: values.host,
      port: numberOf(values.port) ?? IMAP_PORTS[values.tls],
      tls: values.tls,
      username: values.username,
      ...typed("password", values),
    };
  return {
    ...reading,
    oauth_client: values.oauth_client,
    ...(values.kind === "microsoft" ? { oauth_tenant: values.oauth_tenant } : typed("refresh_token", values)),
    ...typed("client_secret", values),
  };
}

function sendingOf(values: MailboxValues): Partial<NewMailbox> {
  if (!values.has_own_server)
    return { smtp_host: null, smtp_port: null, smtp_tls: null, smtp_username: null };
  return {
    smtp_host: values.smtp_host,
    smtp_port: numberOf(values.smtp_port) ?? SMTP_PORTS[values.smtp_tls],
    smtp_tls: values.smtp_tls,
    smtp_username: values.smtp_username,
    ...typed("smtp_password", values),
  };
}

function typed(name: Secret, values: MailboxValues): Partial<Record<Secret, string>> {
  return values[name] === "" ? {} : { [name]: values[name] };
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

/** Null for an empty field; what is no number is left for the schema to refuse. */
function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
