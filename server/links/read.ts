import { sql } from "kysely";
import { maySeeLinks } from "#contract/access/links.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { findTicket } from "#server/tickets/read.ts";

type Row = {
  id: string;
  relation: "related" | "duplicate_of" | "has_duplicate" | "part_of";
  created_at: Date;
  created_by_fullname: string | null;
  ticket: { id: string; uid: string; subject: string; status: string; company_name: string | null };
};

/** Lists what a ticket is linked to. Refuses 404 for a ticket that the caller does not see. */
export async function listLinks(ctx: Ctx, ticketId: string) {
  if (!maySeeLinks(ctx.actor)) throw refuse(403, "auth.not_allowed");
  await findTicket(ctx, ticketId);
  return { items: await readLinks(ctx, ticketId) };
}

/**
 * Reads the links of a ticket, the oldest first. A merged ticket stands as the one that it is part of now: two links that
 * lead to the same one are shown once, and one that leads back is not shown. The tickets of an incident are its reporters.
 */
export async function readLinks({ db }: Pick<Ctx, "db">, ticketId: string) {
  const { rows } = await sql<Row>`
    with recursive held as (
      select id, to_ticket_id as other, case kind when 'duplicate' then 'duplicate_of' when 'child' then 'part_of' else kind end as relation,
        created_by, created_at
      from ticket_links where from_ticket_id = ${ticketId}
      union all
      select id, from_ticket_id, case kind when 'duplicate' then 'has_duplicate' else kind end, created_by, created_at
      from ticket_links where to_ticket_id = ${ticketId} and kind <> 'child'
    ), way as (
      select held.id, t.id as ticket_id, t.merged_into_id from held join tickets t on t.id = held.other
      union
      select way.id, t.id, t.merged_into_id from way join tickets t on t.id = way.merged_into_id
    ), shown as (
      select distinct on (way.ticket_id, held.relation) held.*, way.ticket_id
      from way join held on held.id = way.id
      where way.merged_into_id is null and way.ticket_id <> ${ticketId}
      order by way.ticket_id, held.relation, held.created_at, held.id
    )
    select shown.id, shown.relation, shown.created_at, author.fullname as created_by_fullname,
      json_build_object('id', t.id, 'uid', t.uid, 'subject', t.subject, 'status', t.status,
        'company_name', company.name) as ticket
    from shown join tickets t on t.id = shown.ticket_id and t.deleted_at is null and t.erased_at is null
    left join companies company on company.id = t.company_id
    left join users author on author.id = shown.created_by
    order by shown.created_at, shown.id`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
