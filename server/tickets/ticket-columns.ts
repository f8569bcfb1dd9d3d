import { type RawBuilder, sql } from "kysely";
import { type Actor, isExternal } from "#contract/access/actor.ts";

/** The columns of a ticket that everybody reads who sees it. The external users' role has a right to these alone. */
export const SHARED_COLUMNS = [
  "id",
  "number",
  "uid",
  "subject",
  "issue",
  "status",
  "priority",
  "assignee_id",
  "client_id",
  "company_id",
  "group_id",
  "created_by",
  "source",
  "confidential",
  "merged_into_id",
  "version",
  "created",
  "updated",
  "first_response",
  "closed",
  "closed_by",
  "reopened_count",
  "deleted_at",
  "deleted_by",
  "erased_at",
  "old_number",
  "noted",
  "follow_up_of_id",
  "mailbox_id",
] as const;

/** The columns of its follow-up, which the staff alone read (rule 770). */
export const FOLLOW_UP_COLUMNS = [
  "follow_up_at",
  "follow_up_by",
  "follow_up_status",
  "follow_up_firm",
  "follow_up_before",
  "follow_up_due_at",
] as const;

export type FollowUpColumn = (typeof FOLLOW_UP_COLUMNS)[number];
type TicketColumn = (typeof SHARED_COLUMNS)[number] | FollowUpColumn;

/**
 * The columns that an actor's statements may name. For external people those of the follow-up are absent at run time, which
 * no statement can tell the compiler: what is read by this is a `TicketRecord`, where they may be missing.
 */
export function columnsFor(actor: Actor): readonly TicketColumn[] {
  return isExternal(actor) ? SHARED_COLUMNS : ALL_COLUMNS;
}

/** The same of a table called `t`. */
export function columnsOfT(actor: Actor): `t.${TicketColumn}`[] {
  return columnsFor(actor).map((column) => `t.${column}` as const);
}

/** Whole tickets of a table called `t`, to be selected from: all that the actor's statements may name. */
export function wholeTickets(actor: Actor): RawBuilder<unknown> {
  return isExternal(actor) ? SHARED : WHOLE;
}

const WHOLE = sql`t.*`;
const SHARED = sql.raw(SHARED_COLUMNS.map((column) => `t.${column}`).join(", "));

const ALL_COLUMNS = [...SHARED_COLUMNS, ...FOLLOW_UP_COLUMNS];
