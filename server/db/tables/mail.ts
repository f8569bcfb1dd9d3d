import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { IncomingReason, IncomingState, Proof } from "#contract/incoming/states.ts";
import type { Big, Json, Moment, MomentOrNull, Optional, Stamped } from "./column-types.ts";

/** Mail in both directions: the addresses of the desk, what arrived, what was sent. */
export type MailTables = {
  mails: Mails; // lib
  bounced_addresses: BouncedAddresses; // mail
  mailboxes: Mailboxes; // mailboxes
  mailbox_secrets: MailboxSecrets; // mailboxes
  mailbox_positions: MailboxPositions; // incoming
  incoming_mails: IncomingMails; // incoming
  incoming_deliveries: IncomingDeliveries; // incoming
  sender_blocks: SenderBlocks; // incoming
};

type Mails = {
  id: Generated<string>;
  direction: Generated<"out" | "in">;
  message_id: string;
  in_reply_to: Optional<string>;
  reply_to: Optional<string>;
  position: GeneratedAlways<number>;
  references: Optional<string>;
  to: string;
  subject: string;
  body_text: string;
  body_html: string;
  ticket_id: Optional<string>;
  comment_id: Optional<string>;
  user_id: Optional<string>;
  mailbox_id: Optional<string>;
  from_name: Optional<string>;
  auto_submitted: Generated<"no" | "auto-replied" | "auto-generated">;
  attachment_ids: Generated<string[]>;
  dedupe_key: Optional<string>;
  state: Generated<"queued" | "sent" | "captured" | "failed" | "bounced" | "skipped">;
  attempts: Generated<number>;
  last_error: Optional<string>;
  next_attempt_at: MomentOrNull;
  created_at: Stamped;
  sent_at: MomentOrNull;
  returned_at: MomentOrNull;
  raw: Optional<Buffer>;
};
type BouncedAddresses = { address: string; since: Moment; reason: string; mail_id: Optional<string> };
type Tls = "implicit" | "starttls" | "none";
type Mailboxes = {
  id: string;
  address: string;
  name: string;
  kind: "imap" | "microsoft" | "gmail" | "listen";
  host: Optional<string>;
  port: Optional<number>;
  tls: Generated<Tls>;
  username: Optional<string>;
  oauth_tenant: Optional<string>;
  oauth_client: Optional<string>;
  folder: Generated<string>;
  after_storing: Generated<"mark_read" | "move" | "delete">;
  move_to: Optional<string>;
  spam_folder: Generated<boolean>;
  first_days: Generated<number>;
  group_id: Optional<string>;
  company_id: Optional<string>;
  signature: Generated<string>;
  authserv_id: Optional<string>;
  trust_tenant: Generated<boolean>;
  plus_addressing: Generated<boolean>;
  plus_check: Optional<"waiting" | "came_back" | "lost" | "not_sent">;
  plus_token: Optional<string>;
  confirms: Generated<boolean>;
  is_default: Generated<boolean>;
  active: Generated<boolean>;
  smtp_host: Optional<string>;
  smtp_port: Optional<number>;
  smtp_tls: Optional<Tls>;
  smtp_username: Optional<string>;
  state: Generated<"ok" | "connecting" | "unreachable" | "sign_in_refused" | "paused">;
  state_since: Moment;
  last_error: Optional<string>;
  last_mail_at: MomentOrNull;
  told_away_at: MomentOrNull;
  version: Generated<number>;
  created_at: Moment;
  deleted_at: MomentOrNull;
};
type MailboxSecrets = {
  mailbox_id: string;
  kind: "password" | "client_secret" | "refresh_token" | "smtp" | "hook" | "hook_before";
  value: Buffer;
  changed_at: Moment;
};
type MailboxPositions = { mailbox_id: string; folder: string; uidvalidity: Big; last_uid: Big };
type IncomingMails = {
  id: string;
  position: GeneratedAlways<number>;
  identity: Buffer;
  raw_hash: Optional<Buffer>;
  bytes: Big;
  message_id: Optional<string>;
  in_reply_to: Optional<string>;
  references: Generated<string[]>;
  from_address: Optional<string>;
  from_name: Optional<string>;
  subject: Generated<string>;
  kind: Generated<"message" | "automatic" | "bounce">;
  state: Generated<IncomingState>;
  reason: Optional<IncomingReason>;
  detail: Json;
  proof: Optional<Proof>;
  proof_detail: Json;
  mailbox_id: Optional<string>;
  user_id: Optional<string>;
  suggested_company_id: Optional<string>;
  ticket_id: Optional<string>;
  comment_id: Optional<string>;
  opened_ticket: Generated<boolean>;
  matched_by: Optional<"address" | "reference" | "number">;
  recipients: Json;
  words: Optional<string>;
  quoted: Optional<string>;
  held_reason: Optional<IncomingReason>;
  files: Json;
  parser: Optional<number>;
  attempts: Generated<number>;
  received_at: Moment;
  decided_at: MomentOrNull;
  decided_by: Optional<string>;
};
type IncomingDeliveries = {
  id: Generated<string>;
  incoming_id: string;
  door: "imap" | "listener" | "hook" | "shell";
  mailbox_id: Optional<string>;
  folder: Optional<string>;
  uidvalidity: ColumnType<number | null, number | null | undefined, number | null>;
  uid: ColumnType<number | null, number | null | undefined, number | null>;
  envelope_from: Optional<string>;
  envelope_to: Generated<string[]>;
  client_ip: Optional<string>;
  client_name: Optional<string>;
  at: Moment;
  finished_at: MomentOrNull;
};
type SenderBlocks = { id: Generated<string>; sender: string; blocked_by: string; blocked_at: Moment };
