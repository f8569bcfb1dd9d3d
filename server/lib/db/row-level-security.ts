import { createHash } from "node:crypto";
import { sql } from "kysely";
import { hasPermission, isExternal } from "#contract/access/actor.ts";
import type { Separation } from "#server/db/database-roles.ts";
import type { Db, App, Guests, SignedIn } from "../request-context.ts";

/** Transactions that work in the external users' role. */
const guestTransactions = new WeakSet<Db>();

/**
 * Runs `work` in a transaction of the external users' role, to which row-level security shows only rows that the actor
 * may see, whatever a query forgot (decision 9; the policies stand in migrations 0020 and 0027). `begin` opens the transaction.
 */
export async function asExternalUser<T>(
  { db, guests }: Pick<App, "db" | "guests">,
  actor: SignedIn,
  work: (db: Db) => Promise<T>,
  begin: <R>(db: Db, work: (db: Db) => Promise<R>) => Promise<R> = beginOnce,
): Promise<T> {
  return begin(guests.db ?? db, async (tx) => {
    await nameAsker(tx, guests, actor);
    guestTransactions.add(tx);
    return work(tx);
  });
}

const beginOnce = <R>(db: Db, work: (db: Db) => Promise<R>) => db.transaction().execute(work);

/** Whether a transaction is one of `asExternalUser`: some tables it reads through views, some it writes by functions. */
export function isGuestTransaction(db: Db): boolean {
  return guestTransactions.has(db);
}

/** People with all that is known of them: the external users' role reads no more than the names of most. */
export function peopleOf({ db }: { db: Db }) {
  return isGuestTransaction(db) ? ("company_people" as const) : ("users" as const);
}

/** Signs the name of who asks, so that SQL within the transaction cannot make itself somebody else. One round trip. */
async function nameAsker(tx: Db, { db, keys }: Guests, actor: SignedIn): Promise<void> {
  if (keys === null) throw new Error("the database has no role for external users");
  const claim = `${actor.id} ${actor.company_id ?? "-"} ${String(hasPermission(actor, "tickets.edit"))}`;
  const asker = `${sign(keys, claim)} ${claim}`;
  if (db) await sql`select set_config('waypost.asker', ${asker}, true)`.execute(tx);
  else
    await sql`select set_config('role', 'waypost_guest', true), set_config('waypost.asker', ${asker}, true)`.execute(
      tx,
    );
}

function sign({ inner, outer }: NonNullable<Guests["keys"]>, claim: string): string {
  const within = createHash("sha256").update(inner).update(claim).digest();
  return createHash("sha256").update(outer).update(within).digest("hex");
}

/** Reads with the caller's database role: for answers that `serve` puts no transaction around, such as downloads. */
export async function asCaller<T>(
  { app, actor }: { app: App; actor: SignedIn },
  read: (db: Db) => Promise<T>,
): Promise<T> {
  return isExternalUser(app, actor) ? asExternalUser(app, actor, read) : read(app.db);
}

/** The same for requests, in their person's turn; live deliveries must not wait for what one of their readers does. */
export async function asCallerInTurn<T>(
  { app, actor }: { app: App; actor: SignedIn },
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!isExternalUser(app, actor)) return read(app.db);
  return app.connectionLimiter.take(actor.id, () => asCaller({ app, actor }, read));
}

/** Whether row-level security applies to the actor's statements. */
export function isExternalUser(
  app: Pick<App, "rowLevelSecurity">,
  actor: SignedIn | null,
): actor is SignedIn {
  return app.rowLevelSecurity && actor !== null && isExternal(actor);
}

/** Reads the keys that name who asks; none where the database keeps external users apart by no role. */
export async function openGuests(db: Db, guestDb: Db | null, { guests }: Separation): Promise<Guests> {
  if (guests === "off") return { db: null, keys: null };
  const { rows } = await sql<{ inner: Buffer; outer: Buffer }>`
    select inner_key as inner, outer_key as outer from guest_keys`.execute(db);
  return { db: guestDb, keys: rows[0] ?? null };
}
