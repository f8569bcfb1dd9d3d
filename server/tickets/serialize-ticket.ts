import type { Selectable } from "kysely";
import type { Tables } from "#server/db/tables.ts";

type Named = Selectable<Tables["tickets"]> &
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
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}

/** A row of a list as the contract shows it, times in ISO 8601. */
export function serializeListRow<Row extends { created: Date; updated: Date }>(row: Row) {
  return { ...row, created: row.created.toISOString(), updated: row.updated.toISOString() };
}
