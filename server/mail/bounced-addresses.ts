import type { Ctx, Db } from "#server/lib/request-context.ts";
import { setMailBounced, type SentMail } from "#server/lib/work/bounced-mails.ts";

/** Marks an address that a mail came back from for good: it gets none until somebody tries again (rule 646). */
export async function markBounced(
  { db, now }: Pick<Ctx, "db" | "now">,
  mail: SentMail,
  reason: string,
): Promise<void> {
  await setMailBounced({ db, now }, mail, reason);
  await db
    .insertInto("bounced_addresses")
    .values({ address: mail.to.toLowerCase(), since: now, reason, mail_id: mail.id })
    .onConflict((conflict) => conflict.column("address").doUpdateSet({ reason, mail_id: mail.id }))
    .execute();
}

/** Takes the mark from an address: a mail came from it, or somebody tries again. */
export async function forgetBounce(db: Db, address: string): Promise<void> {
  await db.deleteFrom("bounced_addresses").where("address", "=", address.toLowerCase()).execute();
}

/** Finds why and since when an address gets no mail; null for one that gets it. */
export async function findBounce(db: Db, address: string): Promise<{ since: Date; reason: string } | null> {
  const row = await db
    .selectFrom("bounced_addresses")
    .select(["since", "reason"])
    .where("address", "=", address.toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}
