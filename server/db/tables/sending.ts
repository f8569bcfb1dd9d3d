import type { ColumnType, Generated } from "kysely";
import type { StopReason } from "#contract/comments/stop-reasons.ts";
import type { Big, Json, Moment, MomentOrNull, Optional } from "./column-types.ts";

/** Answers that wait, drafts, and how long a person's answers wait. */
export type SendingTables = {
  scheduled_comments: ScheduledComments; // comments
  drafts: Drafts; // comments
  sending_preferences: { user_id: string; undo_send_seconds: number }; // settings
};

type ScheduledComments = {
  id: Generated<string>;
  ticket_id: string;
  author_id: string;
  visibility: "public" | "internal";
  comment: string;
  mentions: Generated<string[]>;
  status: Optional<string>;
  effects: Json;
  /** Of an answer to all reporters (server/comments/broadcast/kept.ts). */
  broadcast: Json;
  saved_reply_id: Optional<string>;
  group_id: string;
  /** Ids of people from outside, each with the company they belonged to. */
  readers: ColumnType<Record<string, string | null>, string, string>;
  send_at: Moment;
  try_at: Moment;
  tries: Generated<number>;
  hold: boolean;
  stop_if_answered: boolean;
  state: Generated<"waiting" | "sent" | "cancelled" | "stopped">;
  reason: Optional<StopReason>;
  refusal: ColumnType<StoredRefusal | null, string | null | undefined, string | null>;
  attachment_ids: Generated<string[]>;
  created_at: Moment;
  settled_at: MomentOrNull;
};
type StoredRefusal = { code: string; detail: string; params?: unknown };
type Drafts = {
  user_id: string;
  ticket_id: string;
  text: string;
  is_internal: boolean;
  mentions: ColumnType<DraftMention[], string, string>;
  attachment_ids: string[];
  saved_reply_id: Optional<string>;
  effects: Json;
  version: Big;
  updated_at: Moment;
};
type DraftMention = { user_id: string; name: string; is_staff: boolean };
