import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Audience, EventEntity, EventKind } from "#contract/events.ts";
import type { InboxReason } from "#contract/inbox/inbox-reasons.ts";
import type { Json, Moment, MomentOrNull, Optional, Stamped } from "./column-types.ts";

/** Tables of the installation as a whole. */
export type InstallationTables = {
  settings: Settings; // settings
  samples: Samples; // onboarding
  notification_preferences: NotificationPreferences; // settings
  history: History; // lib
  inbox_items: InboxItems; // lib
  idempotency_keys: IdempotencyKeys; // lib
  allowances: Allowances; // allowances
  live_streams: LiveStreams; // live
  external_references: ExternalReferences; // import
  imports: Imports; // import
};

type Settings = {
  key: string;
  company_id: Optional<string>;
  value: ColumnType<unknown, string, string>;
  version: Generated<number>;
  updated_at: Stamped;
  updated_by: Generated<string>;
};
type Samples = {
  kind: "user" | "company" | "group" | "ticket" | "mailbox" | "incoming";
  id: string;
};
type NotificationPreferences = {
  user_id: string;
  topic: "reply" | "ticket_created" | "assigned" | "mention" | "due" | "sla";
  mail: boolean;
};
type InboxItems = {
  ticket_id: string;
  user_id: string;
  reason: InboxReason;
  mentioned: boolean;
  comment_id: Optional<string>;
  actor_id: Optional<string>;
  happened_at: Moment;
  news: Generated<number>;
  last_event: string;
  read_at: MomentOrNull;
  done_at: MomentOrNull;
  remind_at: MomentOrNull;
  /** The ticket's; a trigger keeps it. */
  in_trash: boolean;
};
type History = {
  seq: GeneratedAlways<number>;
  id: string;
  /** Where several versions run, another may have recorded entities and kinds that this one does not know. */
  entity: EventEntity;
  entity_id: string;
  kind: EventKind;
  occurred_at: Moment;
  recorded_at: Stamped;
  principal_id: string;
  on_behalf_of: Optional<string>;
  via: Generated<string>;
  ip: Optional<string>;
  request_id: Optional<string>;
  cause_id: Optional<string>;
  group_id: Optional<string>;
  audience: Audience;
  company_id: Optional<string>;
  before: Json;
  after: Json;
  reason: Optional<string>;
  erased_at: MomentOrNull;
  schema_version: Generated<number>;
  previous_hash: ColumnType<Buffer | null, never, never>;
  hash: ColumnType<Buffer, never, never>;
};
type IdempotencyKeys = {
  principal_id: string;
  key: string;
  fingerprint: Buffer;
  status: Optional<number>;
  body: Json;
  created_at: Stamped;
};
type Allowances = { key: string; used: number[]; at: Moment };
type LiveStreams = { id: string; user_id: string; seen_at: ColumnType<Date> };
type Imports = {
  id: Generated<string>;
  started_by: string;
  file_name: string;
  bytes: number;
  plan: Json;
  state: string;
  share: Generated<number>;
  report: Json;
  undone: Json;
  problem: Json;
  created_at: Moment;
  started_at: MomentOrNull;
  ended_at: MomentOrNull;
};
type ExternalReferences = {
  system: string;
  kind: string;
  external_id: string;
  entity_id: string;
  imported_at: Stamped;
  import_id: Optional<string>;
};
