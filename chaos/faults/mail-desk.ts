import type { PoolConfig } from "pg";
import { makePool } from "#server/db/open-database.ts";
import { seal } from "#server/lib/crypto/sealed.ts";

/** Mailboxes of a desk under fault: one that mail is handed in to, and one that lies on an IMAP server. */
export type MailDesk = { handedIn: string; onServer: string };

/** Passwords and secrets are sealed with it, as SECRET_KEY says. */
export const MAIL_SECRET_KEY = "5e".repeat(32);
export const HOOK_SECRET = "the secret of the chaos";

type Server = { port: number; username: string; password: string };

/** Makes both straight in the database: adding mailboxes is not under test here. */
export async function makeMailDesk(connection: PoolConfig, server: Server): Promise<MailDesk> {
  const { db, pool } = makePool(connection);
  const now = new Date();
  const make = async (address: string, fields: object) => {
    const { id } = await db
      .insertInto("principals")
      .values({ kind: "mailbox", name: address })
      .returning("id")
      .executeTakeFirstOrThrow();
    const row = { id, address, name: "Help", kind: "listen" as const, state_since: now, created_at: now };
    await db
      .insertInto("mailboxes")
      .values({ ...row, ...fields })
      .execute();
    return id;
  };
  const keep = async (mailbox_id: string, kind: "hook" | "password", text: string) => {
    const value = seal(Buffer.from(MAIL_SECRET_KEY, "hex"), `mailbox_secrets ${mailbox_id} ${kind}`, text);
    await db.insertInto("mailbox_secrets").values({ mailbox_id, kind, value, changed_at: now }).execute();
  };
  try {
    const handedIn = await make("help@chaos.test", { state: "ok" });
    await keep(handedIn, "hook", HOOK_SECRET);
    const { port, username, password } = server;
    const place = { kind: "imap", host: "127.0.0.1", port, tls: "none", username, first_days: 1 };
    const onServer = await make("other@chaos.test", place);
    await keep(onServer, "password", password);
    return { handedIn, onServer };
  } finally {
    await pool.end();
  }
}
