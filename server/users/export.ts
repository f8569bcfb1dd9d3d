import type { z } from "zod";
import type { User } from "#contract/users/user-schemas.ts";
import type { UserFilters } from "#contract/users.ts";
import { formatCsvRecord } from "#server/lib/csv.ts";
import { asCallerInTurn } from "#server/lib/db/row-level-security.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { listUserIds, readUsers } from "./read.ts";

const COLUMNS = [
  "name",
  "email",
  "type",
  "company",
  "roles",
  "status",
  "last_online",
  "phone",
  "city",
  "state",
];
const AT_ONCE = 500;

/**
 * Exports everybody whom the list shows with these filters as CSV, 500 at a time. One first query of ids fixes who they
 * are and their order, so that a slow reader holds no connection.
 */
export async function exportUsers(
  ctx: Ctx,
  query: z.output<typeof UserFilters>,
): Promise<AsyncGenerator<string>> {
  return readRecords(ctx, await asCallerInTurn(ctx, (db) => listUserIds({ ...ctx, db }, query)));
}

async function* readRecords(ctx: Ctx, ids: string[]): AsyncGenerator<string> {
  yield formatCsvRecord(COLUMNS);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const part = ids.slice(start, start + AT_ONCE);
    const users = await asCallerInTurn(ctx, (db) => readUsers({ ...ctx, db }, part));
    yield users.map((user) => formatCsvRecord(cellsOf(user))).join("");
  }
}

function cellsOf(user: z.input<typeof User>): (string | null)[] {
  return [
    user.fullname,
    user.email,
    user.user_type,
    user.company_name,
    user.roles.map(({ name }) => name).join(", "),
    user.deleted_at === null ? "active" : "deleted",
    user.last_online,
    user.phone_number,
    user.city,
    user.state,
  ];
}
