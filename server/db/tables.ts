import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/**
 * The whole data model as rows; one block an area, the owning room named at each table
 * (`test/shape.test.ts` reads these names: only the owner writes). docs/data-model.md draws it.
 */
export type Tables = {
  // people
  principals: Principals; // users
  users: Users; // users
  memberships: Memberships; // users
  companies: Companies; // companies
  groups: Groups; // groups
  group_members: GroupMembers; // groups
  roles: Roles; // roles
  role_permissions: RolePermissions; // roles
  user_roles: UserRoles; // roles
  // signing in
  credentials: Credentials; // auth
  second_factors: SecondFactors; // auth
  recovery_codes: RecoveryCodes; // auth
  sessions: Sessions; // auth
  refresh_tokens: RefreshTokens; // auth
  access_tokens: AccessTokens; // auth
  rate_limits: RateLimits; // lib
  action_links: ActionLinks; // auth
  // the desk
  statuses: Statuses; // tickets
  tickets: Tickets; // tickets
  ticket_numbers: TicketNumbers; // tickets
  participants: Participants; // tickets
  ticket_reads: TicketReads; // tickets
  ticket_words: TicketWords; // tickets
  search_parts: { part: string; word: string }; // triggers
  ticket_search: Tickets & { public_words: string; staff_words: string }; // tickets
  comments: Comments; // comments
  comment_versions: CommentVersions; // comments
  public_comments: Comments; // comments
  blobs: Blobs; // uploads
  attachments: Attachments; // uploads
  // figures, kept by triggers
  ticket_counts: TicketCounts; // triggers
  ticket_totals: TicketTotals; // triggers
  ticket_daily: TicketDaily; // triggers
  desk_totals: DeskTotals; // triggers
  // the house
  settings: Settings; // settings
  samples: Samples; // beginning
  notification_preferences: NotificationPreferences; // settings
  history: History; // lib
  mails: Mails; // lib
  idempotency_keys: IdempotencyKeys; // lib
  external_references: ExternalReferences; // import
};

/** Read as Date; written as Date. */
type Moment = ColumnType<Date, Date, Date>;
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A moment the database fills in when it is not given. */
type Stamped = ColumnType<Date, Date | undefined, Date>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** JSON is written as text, read parsed. */
type Json = ColumnType<unknown, string | null | undefined, string | null>;
/** int8: read as a number (exact up to 2^53). */
type Big = ColumnType<number, number, number>;

type UserType = "internal" | "external";

type Principals = {
  id: Generated<string>;
  kind: "user" | "api_key" | "rule" | "mailbox" | "import" | "system";
  name: string;
  created_at: Stamped;
};
type Users = {
  id: string;
  email: string;
  fullname: string;
  user_type: UserType;
  company_id: Optional<string>;
  phone_number: Optional<string>;
  city: Optional<string>;
  state: Optional<string>;
  timezone: Optional<string>;
  locale: Optional<string>;
  hide_last_online: Generated<boolean>;
  last_online: MomentOrNull;
  name_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
  version: Generated<number>;
  created_at: Stamped;
  deleted_at: MomentOrNull;
};
type Memberships = {
  id: Generated<string>;
  user_id: string;
  company_id: string;
  from: Stamped;
  until: MomentOrNull;
};
type Companies = {
  id: Generated<string>;
  name: string;
  description: Optional<string>;
  contact_email: Optional<string>;
  contact_phone: Optional<string>;
  is_active: Generated<boolean>;
  is_internal: Generated<boolean>;
  sharing: Generated<"own" | "company">;
  name_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
  version: Generated<number>;
  created_at: Stamped;
  deleted_at: MomentOrNull;
};
type Groups = {
  id: Generated<string>;
  name: string;
  company_id: string;
  version: Generated<number>;
  created_at: Stamped;
  deleted_at: MomentOrNull;
};
type GroupMembers = { group_id: string; user_id: string };
type Roles = { id: Generated<string>; key: string; name: string; type: UserType; description: string };
type RolePermissions = { role_id: string; permission: string };
type UserRoles = { user_id: string; role_id: string };

type Credentials = {
  id: Generated<string>;
  user_id: string;
  kind: "password" | "passkey";
  secret: string;
  must_change: Generated<boolean>;
  created_at: Stamped;
  used_at: MomentOrNull;
};
type SecondFactors = {
  user_id: string;
  secret: Optional<Buffer>;
  since: MomentOrNull;
  last_step: ColumnType<number, number | undefined, number>;
  pending_secret: Optional<Buffer>;
  pending_at: MomentOrNull;
};
type RecoveryCodes = { user_id: string; hash: string; created_at: Moment; used_at: MomentOrNull };
type Sessions = {
  id: Generated<string>;
  user_id: string;
  method: Generated<string>;
  ip: Optional<string>;
  user_agent: Optional<string>;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: Moment;
  revoked_at: MomentOrNull;
  revoked_reason: Optional<string>;
};
type RefreshTokens = {
  hash: Buffer;
  session_id: string;
  issued_at: Moment;
  expires_at: Moment;
  replaced_at: MomentOrNull;
  parent_hash: Optional<Buffer>;
};
type AccessTokens = { hash: Buffer; session_id: string; expires_at: Moment };
type RateLimits = { key: string; points: number; resets_at: Moment };
type ActionLinks = {
  token_hash: Buffer;
  purpose: "invite" | "reset_password" | "undo_email" | "setup";
  user_id: Optional<string>;
  subject: Json;
  created_at: Moment;
  expires_at: Moment;
  used_at: MomentOrNull;
};

type Statuses = { code: string; label: string; category: string; position: number };
type Tickets = {
  id: Generated<string>;
  number: Big;
  uid: string;
  subject: string;
  issue: string;
  status: string;
  priority: string;
  assignee_id: Optional<string>;
  client_id: Optional<string>;
  company_id: Optional<string>;
  group_id: Optional<string>;
  created_by: string;
  source: Generated<string>;
  confidential: Generated<boolean>;
  merged_into_id: Optional<string>;
  version: Generated<number>;
  created: Moment;
  updated: Moment;
  first_response: MomentOrNull;
  closed: MomentOrNull;
  closed_by: Optional<string>;
  reopened_count: Generated<number>;
  deleted_at: MomentOrNull;
  deleted_by: Optional<string>;
  erased_at: MomentOrNull;
  noted: MomentOrNull;
  follow_up_of_id: Optional<string>;
};
type TicketNumbers = { number: Big; ticket_id: string; kind: Generated<"own" | "merged" | "imported"> };
type Participants = {
  ticket_id: string;
  user_id: string;
  role: Generated<"requester" | "cc" | "approver" | "watcher">;
  can_reply: Generated<boolean>;
  added_at: Moment;
  added_by: string;
};
type TicketReads = { user_id: string; ticket_id: string; read_at: Moment };
type TicketWords = { ticket_id: string; public_words: string; staff_words: string };
type Comments = {
  id: Generated<string>;
  position: GeneratedAlways<number>;
  ticket_id: string;
  origin_ticket_id: string;
  author_id: string;
  visibility: "public" | "internal";
  comment: string;
  source: Generated<string>;
  version: Generated<number>;
  created_at: Moment;
  edited_at: MomentOrNull;
  deleted_at: MomentOrNull;
  deleted_by: Optional<string>;
};
type CommentVersions = {
  comment_id: string;
  version: number;
  comment: string;
  written_by: string;
  written_at: Moment;
};
type Blobs = { hash: Buffer; bytes: Big; created_at: Stamped };
type Attachments = {
  id: Generated<string>;
  blob_hash: Buffer;
  ticket_id: Optional<string>;
  comment_id: Optional<string>;
  name: string;
  media_type: string;
  width: Optional<number>;
  height: Optional<number>;
  uploaded_by: string;
  created_at: Moment;
  deleted_at: MomentOrNull;
  deleted_by: Optional<string>;
};

type TicketCounts = {
  company_id: string;
  status: string;
  priority: string;
  assigned: boolean;
  slot: number;
  n: Big;
};
type TicketTotals = {
  slot: number;
  status: string;
  priority: string;
  assigned: boolean;
  n: Big;
  resolved_seconds: Big;
};
type TicketDaily = { day: string; slot: number; created: Big; closed: Big };
type DeskTotals = { slot: number; kind: "internal" | "external" | "company"; n: Big };

type Settings = {
  key: string;
  company_id: Optional<string>;
  value: ColumnType<unknown, string, string>;
  version: Generated<number>;
  updated_at: Stamped;
  updated_by: Generated<string>;
};
type Samples = { kind: "user" | "company" | "group" | "ticket"; id: string };
type NotificationPreferences = {
  user_id: string;
  topic: "reply" | "ticket_created" | "assigned";
  mail: boolean;
};
type History = {
  seq: GeneratedAlways<number>;
  id: string;
  entity: string;
  entity_id: string;
  kind: string;
  occurred_at: Moment;
  recorded_at: Stamped;
  principal_id: string;
  on_behalf_of: Optional<string>;
  via: Generated<string>;
  ip: Optional<string>;
  request_id: Optional<string>;
  cause_id: Optional<string>;
  group_id: Optional<string>;
  audience: "public" | "internal" | "administrators";
  company_id: Optional<string>;
  before: Json;
  after: Json;
  reason: Optional<string>;
  erased_at: MomentOrNull;
  schema_version: Generated<number>;
  previous_hash: ColumnType<Buffer | null, never, never>;
  hash: ColumnType<Buffer, never, never>;
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
  user_id: Optional<string>;
  dedupe_key: Optional<string>;
  state: Generated<"queued" | "sent" | "captured" | "failed">;
  attempts: Generated<number>;
  last_error: Optional<string>;
  next_attempt_at: MomentOrNull;
  created_at: Stamped;
  sent_at: MomentOrNull;
  raw: Optional<Buffer>;
};
type IdempotencyKeys = {
  principal_id: string;
  key: string;
  fingerprint: Buffer;
  status: Optional<number>;
  body: Json;
  created_at: Stamped;
};
type ExternalReferences = {
  system: string;
  kind: string;
  external_id: string;
  entity_id: string;
  imported_at: Stamped;
};
