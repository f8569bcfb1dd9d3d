import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { readTicketPrefix } from "#server/settings/ticket-prefix.ts";
import { visibleQuery } from "./read.ts";

const NUMBER = /^(?:[\p{L}\p{N}]*[-\p{L}])?(\d{1,15})$/u;

/**
 * Finds the ticket to which a number leads: its own, one of a ticket that became part of it, or the one that it was imported
 * under. Refuses 404 for one that the caller does not see, as for a number that nobody has.
 */
export async function findByNumber(ctx: Ctx, asked: string) {
  const text = asked.trim();
  const number = NUMBER.exec(text)?.[1];
  const own =
    number === undefined
      ? undefined
      : await ctx.db
          .selectFrom("ticket_numbers as n")
          .select(["n.ticket_id", "n.kind"])
          .where("n.number", "=", Number(number))
          .executeTakeFirst();
  const id = own?.ticket_id ?? (await findImported(ctx, text));
  const ticket =
    id &&
    (await visibleQuery(ctx)
      .select(["t.id", "t.uid"])
      .where("t.id", "=", id)
      .where("t.merged_into_id", "is", null)
      .executeTakeFirst());
  if (!ticket) throw refuse(404, "ticket.not_found");
  const merged_from = own?.kind === "merged" ? `${await readTicketPrefix(ctx.db)}${number}` : null;
  return { ...ticket, merged_from };
}

/** A number of the system that a ticket was imported from, also of one that was merged since. */
async function findImported(ctx: Ctx, text: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive way as (
      select t.id, t.merged_into_id, t.number from tickets t where t.old_number = ${text} and t.erased_at is null
      union all
      select t.id, t.merged_into_id, way.number from tickets t join way on t.id = way.merged_into_id)
    select id from way where merged_into_id is null order by number limit 1`.execute(ctx.db);
  return rows[0]?.id ?? null;
}
