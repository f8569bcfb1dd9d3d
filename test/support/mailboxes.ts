import type { Db } from "#server/lib/request-context.ts";

type Wanted = {
  address: string;
  signature?: string;
  group_id?: string;
  is_default?: boolean;
  plus_addressing?: boolean;
  confirms?: boolean;
  smtp_host?: string;
  smtp_port?: number;
  smtp_tls?: "implicit" | "starttls" | "none";
  smtp_username?: string;
};

/** Makes a mailbox that mail is handed in to, as the settings would. */
export async function makeMailbox(db: Db, now: Date, wanted: Wanted): Promise<string> {
  const { id } = await db
    .insertInto("principals")
    .values({ kind: "mailbox", name: wanted.address })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("mailboxes")
    .values({
      id,
      name: wanted.address,
      kind: "listen",
      state: "ok",
      state_since: now,
      created_at: now,
      ...wanted,
    })
    .execute();
  return id;
}
