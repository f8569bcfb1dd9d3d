import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { seesFromOutside } from "#server/lib/rights-of-others.ts";
import { digestLines } from "#server/comments/audience.ts";
import { refuse } from "#server/lib/refusal.ts";

type Row = { user_id: string; fullname: string; company_name: string | null; uid: string; comments: number };

/**
 * Finds who from outside would read what they do not see now (rule 832): the people on one of these tickets, and the others
 * of them that they do not see. Whoever sees a company's tickets by its sharing or as its admin sees the same ones after.
 */
export async function findNewReaders(db: Db, ticketIds: readonly string[]) {
  const { rows } = await sql<Row>`
    with family as (select * from tickets where id = any(${[...ticketIds]}::uuid[])),
    involved as (
      select client_id as user_id from family where client_id is not null
      union select p.user_id from participants p join family on family.id = p.ticket_id)
    select u.id as user_id, u.fullname, c.name as company_name, t.uid,
      (select count(*)::int from public_comments p where p.ticket_id = t.id) as comments
    from involved join users u on u.id = involved.user_id and u.user_type = 'external' and u.deleted_at is null
    left join companies c on c.id = u.company_id
    cross join family t
    where not ${seesFromOutside}
    order by u.name_key, u.id, t.number`.execute(db);
  return [...Map.groupBy(rows, ({ user_id }) => user_id).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { user_id, fullname, company_name } = first;
    return [{ user_id, fullname, company_name, reads: of.map(({ uid, comments }) => ({ uid, comments })) }];
  });
}

type Readers = Awaited<ReturnType<typeof findNewReaders>>;

/** A short name of who newly reads what, the same for the same people and tickets. */
export function digestOfNewReaders(readers: Readers): string {
  return digestLines(readers.flatMap(({ user_id, reads }) => reads.map(({ uid }) => `${user_id} ${uid}`)));
}

/** Refuses 409 where others would newly read something than whoever merges has seen. */
export async function refuseOtherReaders(
  db: Db,
  ticketIds: readonly string[],
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const readers = await findNewReaders(db, ticketIds);
  if (digestOfNewReaders(readers) !== seen) throw refuse(409, "comment.audience_changed");
}
