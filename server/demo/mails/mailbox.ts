import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";

/** The desk's address in the demo. */
export const DEMO_MAILBOX = "help@waypost.example";

/** Makes the demo's mailbox. It is paused: nothing of the demo listens to a network. Answers its id. */
export async function insertMailbox(db: Db, dice: SeededRandom, now: Date): Promise<string> {
  const id = dice.id();
  const created = new Date(now.getTime() - 90 * 24 * 3_600_000);
  await db
    .insertInto("mailboxes")
    .values({
      id,
      address: DEMO_MAILBOX,
      name: "Waypost",
      kind: "listen",
      tls: "none",
      signature: "Waypost help desk\n+44 20 7946 0199, Monday to Friday 8 to 18",
      is_default: true,
      active: false,
      state: "paused",
      state_since: created,
      last_mail_at: new Date(now.getTime() - 4 * 60_000),
      created_at: created,
    })
    .execute();
  return id;
}
