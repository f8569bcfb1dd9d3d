import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "../lib/context.ts";
import { noteAll } from "../lib/history.ts";

/** Open tickets of somebody who left become unassigned; closed ones keep the name (decision list 101). Returns how many. */
export async function releaseTicketsOf(ctx: Ctx, userId: string): Promise<number> {
  const { rows } = await sql<{ id: string; company_id: string | null; version: number }>`
    update tickets set assignee_id = null, version = version + 1, updated = ${ctx.now}
    where id in (select id from tickets where assignee_id = ${userId} and status <> 'closed' and deleted_at is null
      order by id for update)
    returning id, company_id, version`.execute(ctx.db);
  const groupId = randomUUID();
  for (let start = 0; start < rows.length; start += 500) {
    await noteAll(
      ctx,
      rows.slice(start, start + 500).map(({ id, company_id, version }) => ({
        entity: "ticket",
        id,
        kind: "ticket.unassigned",
        audience: "public" as const,
        companyId: company_id,
        groupId,
        before: { assignee_id: userId },
        after: { assignee_id: null, version },
      })),
    );
  }
  return rows.length;
}
