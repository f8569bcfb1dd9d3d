import type { App } from "#server/lib/request-context.ts";

/** Reads a stored mail and does what it is for. A mail that was dealt with is left alone. */
export async function processMail(app: App, id: string): Promise<void> {
  const mail = await app.db
    .selectFrom("incoming_mails")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "stored")
    .executeTakeFirst();
  if (!mail) return;
}
