import { sql } from "kysely";
import { isExternal } from "#contract/access/actor.ts";
import { readActor } from "#server/auth/actor-of.ts";
import type { App, Db, SignedIn } from "#server/lib/request-context.ts";

/** Who an address belongs to. */
export type Sender =
  | { kind: "client" | "staff" | "inactive"; actor: SignedIn }
  | { kind: "deleted"; userId: string; name: string }
  | { kind: "unknown" };

/** Finds the person of an address: their account's, or a further one. Somebody who is there wins over who was deleted. */
export async function findSender(app: App, db: Db, address: string): Promise<Sender> {
  const found = await findPersonOf(db, address);
  if (!found) return { kind: "unknown" };
  if (found.is_deleted) return { kind: "deleted", userId: found.id, name: found.fullname };
  const actor = await readActor(app, db, found.id);
  if (!actor) return { kind: "unknown" };
  if (!isExternal(actor)) return { kind: "staff", actor };
  return { kind: actor.company_active ? "client" : "inactive", actor };
}

async function findPersonOf(db: Db, address: string) {
  const { rows } = await sql<{ id: string; fullname: string; is_deleted: boolean }>`
    select u.id, u.fullname, u.deleted_at is not null or c.deleted_at is not null as is_deleted
    from users u left join companies c on c.id = u.company_id
    where u.erased_at is null and (lower(u.email) = ${address}
      or u.id = (select user_id from user_addresses where address = ${address}))
    order by is_deleted limit 1`.execute(db);
  return rows[0];
}

export type KnownPerson = {
  id: string;
  user_type: "internal" | "external";
  company_id: string | null;
  address: string;
};

/** The people of these addresses who are there. */
export async function findPeople(db: Db, addresses: readonly string[]): Promise<KnownPerson[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<KnownPerson>`
    select distinct on (asked.address) u.id, u.user_type, u.company_id, asked.address
    from unnest(${[...addresses]}::text[]) as asked(address)
    join users u on lower(u.email) = asked.address
      or u.id = (select user_id from user_addresses a where a.address = asked.address)
    left join companies c on c.id = u.company_id
    where u.deleted_at is null and c.deleted_at is null
    order by asked.address, u.id`.execute(db);
  return rows;
}
