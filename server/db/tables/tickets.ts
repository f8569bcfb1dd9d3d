import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { KeptQuery, View } from "#contract/views.ts";
import type { Big, Moment, MomentOrNull, Optional, Stamped } from "./column-types.ts";

/** Tickets, their tags and checklists, the views of their lists, their conversation and their files. */
export type TicketTables = {
  statuses: Statuses; // tickets
  tickets: Tickets; // tickets
  ticket_numbers: TicketNumbers; // tickets
  participants: Participants; // tickets
  ticket_reads: TicketReads; // tickets
  ticket_words: TicketTokens; // tickets
  search_parts: { part: string; word: string }; // tickets
  ticket_search: Tickets & { public_words: string; staff_words: string }; // tickets
  public_search: Tickets & { public_words: string; staff_words: string }; // tickets
  tags: Tags; // tags
  tag_aliases: { name: string; tag_id: string }; // tags
  ticket_tags: TicketTags; // tags
  tagged_tickets: Tickets & Pick<TicketTags, "tag_id" | "in_trash">; // tags
  ticket_links: TicketLinks; // links
  ticket_merges: TicketMerges; // merges
  ticket_moves: TicketMoves; // merges
  views: Views; // views
  view_pins: ViewPins; // views
  checklist_items: ChecklistItems; // checklists
  comments: Comments; // comments
  comment_versions: CommentVersions; // comments
  comment_mentions: { comment_id: string; user_id: string; name: string }; // comments
  public_comments: Omit<Comments, "saved_reply_id">; // comments
  blobs: Blobs; // uploads
  attachments: Attachments; // uploads
};

type TicketLinks = {
  id: string;
  from_ticket_id: string;
  to_ticket_id: string;
  kind: "related" | "duplicate" | "child";
  created_by: string;
  created_at: Moment;
};
type TicketMerges = {
  id: string;
  kind: "merge" | "split";
  ticket_id: string;
  into_id: string;
  group_id: string;
  merged_by: string;
  merged_at: Moment;
  opening_comment_id: Optional<string>;
  settled: ColumnType<unknown, string, string>;
  undone_at: MomentOrNull;
  undone_by: Optional<string>;
};
type TicketMoves = {
  merge_id: string;
  entity: "comment" | "attachment" | "checklist_item" | "scheduled_comment";
  row_id: string;
  from_ticket_id: string;
  position: number | null;
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
  old_number: Optional<string>;
  noted: MomentOrNull;
  follow_up_of_id: Optional<string>;
  mailbox_id: Optional<string>;
  follow_up_at: MomentOrNull;
  follow_up_by: Optional<string>;
  follow_up_status: Optional<string>;
  follow_up_firm: Generated<boolean>;
  follow_up_before: MomentOrNull;
  follow_up_due_at: MomentOrNull;
};
type TicketNumbers = {
  number: Big;
  ticket_id: string;
  kind: Generated<"own" | "merged" | "imported">;
};
type Participants = {
  ticket_id: string;
  user_id: string;
  role: Generated<"requester" | "cc" | "approver" | "watcher">;
  can_reply: Generated<boolean>;
  added_at: Moment;
  added_by: string;
};
type TicketReads = { user_id: string; ticket_id: string; read_at: Moment };
type TicketTokens = {
  ticket_id: string;
  public_words: string;
  staff_words: string;
  /** The ticket's; a trigger fills it in. */
  updated: ColumnType<Date, never, Date>;
};
type Tags = { id: Generated<string>; name: string; deleted_at: MomentOrNull };
type TicketTags = {
  ticket_id: string;
  tag_id: string;
  added_by: string;
  added_at: Moment;
  merge_id: Optional<string>;
  /** The ticket's, as the next two; triggers fill them in. */
  updated: ColumnType<Date, never, never>;
  status: ColumnType<string, never, never>;
  in_trash: ColumnType<boolean, never, never>;
};
type Views = {
  id: Generated<string>;
  name: string;
  audience: View["audience"];
  group_id: Optional<string>;
  owner_id: string;
  query: ColumnType<KeptQuery, string, string>;
  sort: ColumnType<View["sort"]>;
  sort_order: ColumnType<View["order"]>;
  columns: Optional<string[]>;
  version: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
  deleted_at: MomentOrNull;
  deleted_by: Optional<string>;
};
type ViewPins = {
  user_id: string;
  view_key: string;
  position: number | null;
  is_default: boolean;
};
type ChecklistItems = {
  id: Generated<string>;
  ticket_id: string;
  text: string;
  position: number;
  done_at: MomentOrNull;
  done_by: Optional<string>;
  created_by: string;
  created_at: Moment;
};
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
  from_address: Optional<string>;
  saved_reply_id: Optional<string>;
  stands_as_issue: Generated<boolean>;
  broadcast_id: Optional<string>;
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
  scheduled_id: Optional<string>;
  name: string;
  media_type: string;
  content_id: Optional<string>;
  /** Among the files of one mail; 0 for any other. */
  place: Generated<number>;
  width: Optional<number>;
  height: Optional<number>;
  uploaded_by: string;
  created_at: Moment;
  deleted_at: MomentOrNull;
  deleted_by: Optional<string>;
};
