import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { readActor } from "#server/auth/session/actor-of.ts";
import type { App, Db, SignedIn } from "#server/lib/request-context.ts";

/** Who an address belongs to. */
export type Sender =
  | { kind: "client" | "staff" | "inactive"; actor: SignedIn }
  | { kind: "deleted"; userId: string; name: string }
  | { kind: "unknown" };

/** Finds the person of an address: their account's, or a further one. Somebody who is there wins over who was deleted. */
export async function findSender(app: App, db: Db, address: string): Promise<Sender> {
  const actor = await readActor(app, db, sql`(select id from (${personOf(address)}) as person)`);
  if (!actor) return findDeleted(db, address);
  if (!isExternal(actor)) return { kind: "staff", actor };
  return { kind: actor.company_active ? "client" : "inactive", actor };
}

/** Sample people are nobody where there are none. */
async function findDeleted(db: Db, address: string): Promise<Sender> {
  const { rows } = await personOf(address).execute(db);
  const [found] = rows;
  return found?.is_deleted
    ? { kind: "deleted", userId: found.id, name: found.fullname }
    : { kind: "unknown" };
}

const personOf = (address: string) => sql<{ id: string; fullname: string; is_deleted: boolean }>`
    select u.id, u.fullname, u.deleted_at is not null or c.deleted_at is not null as is_deleted
    from users u left join companies c on c.id = u.company_id
    where u.erased_at is null and (lower(u.email) = ${address}
      or u.id = (select user_id from user_addresses where address = ${address}))
    order by is_deleted limit 1`;

/** Somebody whom a mail names. */
export type KnownPerson = {
  id: string;
  user_type: "internal" | "external";
  company_id: string | null;
  address: string;
  is_participant: boolean;
};

/** The people of these addresses who are there, and whether they take part in a ticket. */
export async function findPeople(
  db: Db,
  addresses: readonly string[],
  ticketId: string,
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select distinct on (asked.address) u.id, u.user_type, u.company_id, asked.address, exists (
      select from participants p where p.ticket_id = ${ticketId} and p.user_id = u.id) as is_participant
    from unnest(${[...addresses]}::text[]) as asked(address)
    join users u on lower(u.email) = asked.address
      or u.id = (select user_id from user_addresses a where a.address = asked.address)
    left join companies c on c.id = u.company_id
    where u.deleted_at is null and c.deleted_at is null
    order by asked.address, u.id`.execute(db);
  return rows;
}
