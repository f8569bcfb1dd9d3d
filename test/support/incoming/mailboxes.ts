import { randomUUID } from "node:crypto";
import type { Db } from "#server/lib/request-context.ts";

type Wanted = {
  address: string;
  name?: string;
  signature?: string;
  group_id?: string;
  company_id?: string;
  authserv_id?: string;
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
  const id = randomUUID();
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
