import type { ColumnType, Generated } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { Effects } from "#contract/macros/effects.ts";
import type { Moment, MomentOrNull, Optional } from "./column-types.ts";

/** Saved replies with their texts, and how often they are used. */
export type ReplyTables = {
  saved_replies: SavedReplies; // replies
  saved_reply_texts: SavedReplyTexts; // replies
  saved_reply_uses: SavedReplyUses; // macros
};

type SavedReplies = {
  id: Generated<string>;
  name: string;
  audience: "me" | "team" | "everyone";
  group_id: Optional<string>;
  owner_id: string;
  visibility: Generated<"public" | "internal" | "any">;
  /** Checked when they were saved; read whole, written as text. */
  effects: ColumnType<Effects, string, string>;
  import_key: Optional<string>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  deleted_at: MomentOrNull;
};
type SavedReplyTexts = { reply_id: string; language: Language; position: number; body: string };
type SavedReplyUses = { reply_id: string; user_id: string; day: string; uses: number };
