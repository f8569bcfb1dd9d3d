import type { IncomingState } from "#contract/incoming/states.ts";
import type { Db } from "#server/lib/request-context.ts";

/** Which mails are read once more: those in a state, one, or all; those received since a time. */
export type Wish = { state?: "failed" | "held"; id?: string; since?: Date };

export type Listed = { id: string; state: IncomingState; from_address: string | null; subject: string };

/**
 * Lists them in the order in which they came. What a person ignored or called spam is none of them, and what waits for its
 * turn neither.
 */
export async function listReplayed(db: Db, { state, id, since }: Wish): Promise<Listed[]> {
  return db
    .selectFrom("incoming_mails")
    .select(["id", "state", "from_address", "subject"])
    .where("state", "<>", "stored")
    .where((eb) => eb.or([eb("state", "not in", ["ignored", "spam"]), eb("decided_by", "is", null)]))
    .$if(state !== undefined, (mails) => mails.where("state", "=", state ?? "failed"))
    .$if(id !== undefined, (mails) => mails.where("id", "=", id ?? ""))
    .$if(since !== undefined, (mails) => mails.where("received_at", ">=", since ?? new Date(0)))
    .orderBy("position")
    .execute();
}
