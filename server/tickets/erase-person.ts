import type { Db } from "#server/lib/request-context.ts";

/** Deletes what somebody follows and has read. Answers how many tickets they followed. */
export async function eraseFollowing(db: Db, userId: string): Promise<number> {
  await db.deleteFrom("ticket_reads").where("user_id", "=", userId).execute();
  const { numDeletedRows } = await db
    .deleteFrom("participants")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Counts what keeps pointing at an erased person: tickets that they asked for or worked on last, and their comments. */
export async function countTicketsOf(db: Db, userId: string): Promise<{ tickets: number; comments: number }> {
  const tickets = await db
    .selectFrom("tickets")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where((eb) => eb.or([eb("client_id", "=", userId), eb("created_by", "=", userId)]))
    .where("erased_at", "is", null)
    .executeTakeFirstOrThrow();
  const comments = await db
    .selectFrom("comments")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("author_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { tickets: tickets.n, comments: comments.n };
}
