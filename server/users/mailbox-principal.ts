import type { Db } from "#server/lib/request-context.ts";

/** Adds the principal of a mailbox: it acts where nobody does, and never signs in. */
export async function addMailboxPrincipal(db: Db, name: string): Promise<string> {
  const { id } = await db
    .insertInto("principals")
    .values({ kind: "mailbox", name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Renames the principal of a mailbox, which is what comments and history name it by. */
export async function renameMailboxPrincipal(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable("principals")
    .set({ name })
    .where("id", "=", id)
    .where("kind", "=", "mailbox")
    .execute();
}
