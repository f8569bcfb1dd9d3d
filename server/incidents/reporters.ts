import { sql } from "kysely";
import { maySeeIncidents } from "#contract/access/incidents.ts";
import { statusesIn } from "#contract/statuses.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { addChildren } from "#server/links/children.ts";
import { checklistOf } from "#server/tickets/checklist-of.ts";
import { findTicket } from "#server/tickets/read.ts";

/** A ticket of an incident, as its card shows it. */
export type ReporterRow = {
  id: string;
  link_id: string;
  uid: string;
  subject: string;
  status: string;
  company_id: string | null;
  company_name: string | null;
  client_fullname: string | null;
  news: number;
  checklist: { done: number; items: number } | null;
};

/** Lists the tickets of an incident. Refuses 404 for a ticket that the caller does not see. */
export async function listReporters(ctx: Ctx, ticketId: string) {
  if (!maySeeIncidents(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await findTicket(ctx, ticketId);
  return { reporters: await readReporters(ctx, ticketId) };
}

/** Makes tickets those of an incident. */
export async function addReporters(ctx: Ctx, ticketId: string, ticketIds: readonly string[]) {
  const { group_id } = await addChildren(ctx, ticketId, ticketIds);
  return { reporters: await readReporters(ctx, ticketId), group_id };
}

const CLOSED = sql.join(statusesIn("closed").map((code) => sql.lit(code)));

/**
 * Reads the tickets of an incident that are not in the trash: the open ones first, each company's together, the newest first.
 * `news` counts what came from outside since the desk last answered there. Each is looked up by itself: the planner expects
 * hundreds of them, and would read every ticket.
 */
export async function readReporters({ db }: Pick<Ctx, "db">, ticketId: string): Promise<ReporterRow[]> {
  const { rows } = await sql<ReporterRow>`
    select t.id, child.link_id, t.uid, t.subject, t.status, t.company_id, company.name as company_name,
      client.fullname as client_fullname, coalesce(news.n, 0) as news, ${checklistOf("t")} as checklist
    from incident_children(${ticketId}::uuid) child
    cross join lateral (select * from tickets where id = child.id limit 1) t
    left join companies company on company.id = t.company_id
    left join users client on client.id = t.client_id
    left join lateral (
      select count(*) filter (where c.is_outside and c.created_at > coalesce(c.answered_at, '-infinity'))::int as n
      from (
        select created_at, is_outside, max(created_at) filter (where not is_outside) over () as answered_at
        from (
          select c.created_at, c.from_address is not null or author.user_type = 'external' as is_outside
          from comments c left join users author on author.id = c.author_id
          where c.ticket_id = t.id and c.visibility = 'public' and c.deleted_at is null and c.source <> 'merged') c) c
    ) news on true
    where t.deleted_at is null and t.erased_at is null
    order by t.status in (${CLOSED}), company.name is null, company.name, company.id, t.number desc`.execute(
    db,
  );
  return rows;
}
