import { z } from "zod";
import { Id, nameText, newEmail, oneOf, text, Time } from "../field-schemas.ts";
import { LIMITS } from "../limits.ts";
import { AUTH_REFUSALS } from "../refusals/auth.ts";
import { FIELD_REFUSALS } from "../refusals/fields.ts";
import { MAILBOX_REFUSALS } from "../refusals/mailboxes.ts";
import { messagesOf } from "../refusals/schema-message.ts";
import { findMailboxFaults } from "./mailbox-faults.ts";
import { AFTER_STORING, MAILBOX_KINDS, MAILBOX_STATES, TLS_MODES } from "./mailbox-kinds.ts";
import { CHECK_STEPS, NOTE_CODES } from "./notes.ts";

const message = messagesOf({ ...AUTH_REFUSALS, ...FIELD_REFUSALS, ...MAILBOX_REFUSALS });

/** A sentence about a mailbox in English, with its code and what stands in it, for readers of other languages. */
export const MailboxNote = z
  .object({
    code: z.enum(NOTE_CODES),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    text: z.string(),
  })
  .meta({ id: "MailboxNote" });

/** What lists and banners show of a mailbox; nothing about how it is reached. */
export const MailboxSummary = z
  .object({
    id: Id,
    address: z.string(),
    name: z.string(),
    kind: z.enum(MAILBOX_KINDS),
    group_id: Id.nullable(),
    group_name: z.string().nullable(),
    company_id: Id.nullable(),
    company_name: z.string().nullable(),
    is_default: z.boolean(),
    active: z.boolean(),
    state: z.enum(MAILBOX_STATES),
    state_since: Time,
    last_mail_at: Time.nullable(),
  })
  .meta({ id: "MailboxSummary" });

export const Mailbox = MailboxSummary.extend({
  host: z.string().nullable(),
  port: z.int().nullable(),
  tls: z.enum(TLS_MODES),
  username: z.string().nullable(),
  oauth_tenant: z.string().nullable(),
  oauth_client: z.string().nullable(),
  folder: z.string(),
  after_storing: z.enum(AFTER_STORING),
  move_to: z.string().nullable(),
  spam_folder: z.boolean(),
  first_days: z.int(),
  signature: z.string(),
  authserv_id: z.string().nullable(),
  trust_tenant: z.boolean(),
  plus_addressing: z.boolean(),
  plus_check: z
    .enum(["waiting", "came_back", "lost", "not_sent"])
    .nullable()
    .meta({ description: "What became of the last mail to a plus-address of its own" }),
  confirms: z.boolean(),
  smtp_host: z.string().nullable(),
  smtp_port: z.int().nullable(),
  smtp_tls: z.enum(TLS_MODES).nullable(),
  smtp_username: z.string().nullable(),
  has_password: z.boolean(),
  has_client_secret: z.boolean(),
  has_refresh_token: z.boolean(),
  has_smtp_password: z.boolean(),
  has_hook_secret: z.boolean(),
  last_error: MailboxNote.nullable(),
  version: z.int(),
  created_at: Time,
}).meta({ id: "Mailbox" });

/** A name of DNS or an address; never a path, a port or a user. */
const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f:]{2,39})$/i;
/** It becomes a part of the address that the token is asked at. */
const TENANT = /^[a-z0-9](?:[a-z0-9.-]{0,100}[a-z0-9])?$/i;

const host = text("mail_server", LIMITS.mailServer)
  .toLowerCase()
  .refine((value) => value === "" || HOST.test(value), message("mailbox.host_invalid"))
  .transform(blankToNull)
  .nullable();
const port = z
  .int(message("mailbox.port_invalid"))
  .min(1, message("mailbox.port_invalid"))
  .max(65_535, message("mailbox.port_invalid"))
  .nullable();
const folder = nameText("folder", LIMITS.mailFolder);
const line = (name: "user_name" | "authserv_id", most: number) =>
  nameText(name, most).transform(blankToNull).nullable();
/** Not trimmed: a password may begin with a space. */
const secret = z
  .string()
  .max(LIMITS.mailSecret, message("field.too_long", { name: "secret", max: LIMITS.mailSecret }));

const fields = {
  address: newEmail(message("mailbox.address_required"))
    .transform((value) => value.toLowerCase())
    .refine((value) => !value.includes("+"), message("mailbox.address_with_tag")),
  name: nameText("mailbox_name", LIMITS.name),
  kind: oneOf("kind", MAILBOX_KINDS),
  host,
  port,
  tls: oneOf("tls", TLS_MODES),
  username: line("user_name", LIMITS.email),
  oauth_tenant: text("user_name", 100)
    .refine((value) => value === "" || TENANT.test(value), message("mailbox.tenant_invalid"))
    .transform(blankToNull)
    .nullable(),
  oauth_client: line("user_name", 200),
  folder,
  after_storing: oneOf("after_storing", AFTER_STORING),
  move_to: folder.transform(blankToNull).nullable(),
  spam_folder: z.boolean(),
  first_days: z
    .int(message("mailbox.first_days_invalid"))
    .min(0, message("mailbox.first_days_invalid"))
    .max(LIMITS.firstDays, message("mailbox.first_days_invalid")),
  group_id: Id.nullable(),
  company_id: Id.nullable(),
  signature: text("signature", LIMITS.signature),
  authserv_id: line("authserv_id", LIMITS.mailServer),
  trust_tenant: z.boolean(),
  plus_addressing: z.boolean(),
  confirms: z.boolean(),
  smtp_host: host,
  smtp_port: port,
  smtp_tls: oneOf("smtp_tls", TLS_MODES).nullable(),
  smtp_username: line("user_name", LIMITS.email),
};
const secrets = {
  password: secret.optional().meta({ description: "Write-only; empty or absent: what was kept" }),
  client_secret: secret.optional(),
  refresh_token: secret.optional(),
  smtp_password: secret.nullable().optional().meta({ description: "Null forgets it" }),
};

const { address, kind, ...settings } = fields;

/** A new mailbox, complete for its kind; fields of other kinds are left out of account. */
export const NewMailbox = z
  .strictObject({ address, kind, ...z.object(settings).partial().shape, ...secrets })
  .superRefine((mailbox, ctx) => {
    const { password, client_secret, refresh_token, smtp_password } = mailbox;
    const has = {
      password: Boolean(password),
      client_secret: Boolean(client_secret),
      refresh_token: Boolean(refresh_token),
      smtp_password: Boolean(smtp_password),
    };
    for (const { field, refusal } of findMailboxFaults(mailbox, has))
      ctx.addIssue({ code: "custom", path: [field], message: message(refusal) });
  });

export const MailboxChange = z.strictObject({
  ...z.object(fields).partial().shape,
  ...secrets,
  is_default: z.literal(true).optional(),
  base_version: z.int().optional(),
});

/** The steps of a check in their order; `ok` null: its outcome comes later. */
export const MailboxCheck = z
  .object({
    steps: z.array(z.object({ name: z.enum(CHECK_STEPS), ok: z.boolean().nullable(), detail: MailboxNote })),
  })
  .meta({ id: "MailboxCheck" });

function blankToNull(value: string): string | null {
  return value === "" ? null : value;
}
