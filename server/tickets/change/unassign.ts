import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isNotClosed } from "../status-sql.ts";
import type { Db } from "#server/lib/request-context.ts";
import { recordEvents, type RecordingCtx } from "#server/lib/work/history.ts";
import { gatherTokensOf } from "../search-index/gather-tokens.ts";

/** Unassigns the open tickets of somebody who left; closed ones keep the name (rule 101). Returns how many. */
export async function unassignTicketsOf(ctx: RecordingCtx, userId: string): Promise<number> {
  return unassignTickets(ctx, { column: "assignee_id", from: userId, kind: "ticket.unassigned" });
}

/** Removes the open tickets of an archived team from it; closed ones keep its name. Returns how many. */
export async function removeTicketsFromTeam(ctx: RecordingCtx, teamId: string): Promise<number> {
  return unassignTickets(ctx, { column: "group_id", from: teamId, kind: "ticket.changed" });
}

type Unassignment = {
  column: "assignee_id" | "group_id";
  from: string;
  kind: "ticket.unassigned" | "ticket.changed";
};

/** Unassigns in one fixed order, so that two of these at once wait for each other instead of deadlocking. */
async function unassignTickets(ctx: RecordingCtx, { column, from, kind }: Unassignment): Promise<number> {
  const ids = await lockOpenTickets(ctx.db, column, from);
  await gatherTokensOf(ctx, ids.length);
  const { rows } = await sql<{ id: string; company_id: string | null; version: number }>`
    update tickets set ${sql.ref(column)} = null, version = version + 1, updated = ${ctx.now}
    where id = any(${ids}::uuid[])
    returning id, company_id, version`.execute(ctx.db);
  const groupId = randomUUID();
  for (let start = 0; start < rows.length; start += 500) {
    await recordEvents(
      ctx,
      rows.slice(start, start + 500).map(({ id, company_id, version }) => ({
        id,
        kind,
        companyId: company_id,
        groupId,
        before: { [column]: from },
        after: { [column]: null, version },
      })),
    );
  }
  return rows.length;
}

async function lockOpenTickets(db: Db, column: Unassignment["column"], from: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where ${sql.ref(column)} = ${from} and ${isNotClosed("status")} and deleted_at is null
    order by id for update`.execute(db);
  return rows.map(({ id }) => id);
}
