import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "../lib/context.ts";
import { noteAll } from "../lib/history.ts";

/** Open tickets of a team that is archived go on without a team; closed ones keep its name. Returns how many. */
export async function takeFromTeam(ctx: Ctx, teamId: string): Promise<number> {
  const { rows } = await sql<{ id: string; company_id: string | null; version: number }>`
    update tickets set group_id = null, version = version + 1, updated = ${ctx.now}
    where id in (select id from tickets where group_id = ${teamId} and status <> 'closed' and deleted_at is null
      order by id for update)
    returning id, company_id, version`.execute(ctx.db);
  const groupId = randomUUID();
  for (let start = 0; start < rows.length; start += 500) {
    await noteAll(
      ctx,
      rows.slice(start, start + 500).map(({ id, company_id, version }) => ({
        entity: "ticket",
        id,
        kind: "ticket.changed",
        audience: "public" as const,
        companyId: company_id,
        groupId,
        before: { group_id: teamId },
        after: { group_id: null, version },
      })),
    );
  }
  return rows.length;
}
