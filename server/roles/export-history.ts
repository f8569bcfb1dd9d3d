import { formatCsvRecord } from "#server/lib/csv.ts";
import { asCallerInTurn } from "#server/lib/db/row-level-security.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { listRoleHistory } from "./role-history.ts";

const COLUMNS = ["at", "by", "by_email", "ip_address", "reason", "added", "removed", "unchanged"];
/** Changes of one person's roles; nobody has as many. */
const MOST = 10_000;

/** Exports the changes of a person's roles as CSV, newest first. Refuses as the list does. */
export async function exportRoleHistory(ctx: Ctx, userId: string): Promise<AsyncGenerator<string>> {
  const { history } = await asCallerInTurn(ctx, (db) => listRoleHistory({ ...ctx, db }, userId, MOST));
  return formatRecords(history);
}

async function* formatRecords(
  history: Awaited<ReturnType<typeof listRoleHistory>>["history"],
): AsyncGenerator<string> {
  yield formatCsvRecord(COLUMNS);
  for (const { changes, ...change } of history)
    yield formatCsvRecord([
      change.timestamp,
      change.performed_by_fullname,
      change.performed_by_email,
      change.ip_address,
      change.reason,
      changes.added_roles.join(", "),
      changes.removed_roles.join(", "),
      changes.unchanged_roles.join(", "),
    ]);
}
