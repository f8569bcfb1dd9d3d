import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";
import { findReadersOfEach } from "#server/tickets/mail/audience.ts";
import type { TicketRecord } from "#server/tickets/read.ts";

type ShownReader = {
  user_id: string;
  fullname: string;
  address: string;
  user_type: "internal" | "external";
};

/** Who would be mailed an answer on each of the tickets, by the tickets' ids; the requester first, then others by name. */
export async function readReaders(
  ctx: Ctx,
  tickets: readonly TicketRecord[],
): Promise<Map<string, ShownReader[]>> {
  const followers = await readFollowers(
    ctx,
    tickets.map(({ id }) => id),
  );
  const asked = tickets.map(({ id, client_id, assignee_id }) => ({
    id,
    client_id,
    assignee_id,
    followers: followers.get(id) ?? [],
  }));
  const readers = await findReadersOfEach(ctx.db, asked, ctx.actor.id);
  return new Map(
    tickets.map(({ id, client_id }) => [
      id,
      (readers.get(id) ?? [])
        .filter(({ is_silent, is_unreachable }) => !is_silent && !is_unreachable)
        .toSorted((a, b) => rank(a, client_id) - rank(b, client_id) || a.fullname.localeCompare(b.fullname))
        .map(({ id: user_id, fullname, email, user_type }) => ({
          user_id,
          fullname,
          user_type,
          address: email,
        })),
    ]),
  );
}

function rank(reader: { id: string; user_type: string }, clientId: string | null): number {
  return reader.id === clientId ? 0 : reader.user_type === "external" ? 1 : 2;
}

async function readFollowers({ db }: Ctx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ ticket_id: string; people: string[] }>`
    select ticket_id, array_agg(user_id::text) as people from participants
    where ticket_id = any(${[...ids]}::uuid[]) group by ticket_id`.execute(db);
  return new Map(rows.map(({ ticket_id, people }) => [ticket_id, people]));
}
