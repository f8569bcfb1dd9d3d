import type { Selectable } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import { type DueRow, serializeDue } from "./due-of.ts";
import type { FollowUpColumn } from "./ticket-columns.ts";

type Row = Selectable<Tables["tickets"]>;
type Named = Omit<Row, FollowUpColumn> &
  Record<
    "assignee_fullname" | "client_fullname" | "company_name" | "group_name" | "created_by_fullname",
    string | null
  >;

/** A ticket with its names as the contract shows it, times in ISO 8601. */
export function serializeTicket(row: Named) {
  return {
    ...row,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    first_response: row.first_response?.toISOString() ?? null,
    closed: row.closed?.toISOString() ?? null,
    // A merged ticket lies aside, not in the trash.
    deleted_at: row.merged_into_id === null ? (row.deleted_at?.toISOString() ?? null) : null,
  };
}

/** What the staff read of a ticket's follow-up. */
export function serializeFollowUp(
  row: Pick<Row, Exclude<FollowUpColumn, "follow_up_by">> & { follow_up_by_fullname?: string | null },
) {
  return {
    ...serializeDates(row),
    follow_up_holds: row.follow_up_status !== null,
    follow_up_before: row.follow_up_before?.toISOString() ?? null,
    follow_up_by_fullname: row.follow_up_by_fullname ?? null,
  };
}

type Dates = Pick<Row, "follow_up_at" | "follow_up_due_at">;

/** A row of a list as the contract shows it, times in ISO 8601. */
export function serializeListRow<
  Listed extends { created: Date; updated: Date; due?: DueRow | null } & Partial<Dates>,
>(row: Listed, isDueShown: boolean) {
  const { follow_up_at, follow_up_due_at, created, updated, due } = row;
  const isDated = follow_up_at !== undefined && follow_up_due_at !== undefined;
  return {
    ...row,
    created: created.toISOString(),
    updated: updated.toISOString(),
    ...(isDated ? serializeDates({ follow_up_at, follow_up_due_at }) : UNDATED),
    ...serializeDue(due, isDueShown),
    due: undefined,
  };
}

const UNDATED = { follow_up_at: undefined, follow_up_due_at: undefined };

function serializeDates({ follow_up_at, follow_up_due_at }: Dates) {
  return {
    follow_up_at: follow_up_at?.toISOString() ?? null,
    follow_up_due_at: follow_up_due_at?.toISOString() ?? null,
  };
}
