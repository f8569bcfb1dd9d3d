import { sql } from "kysely";
import type { Ctx } from "#server/lib/request-context.ts";

const DAY = 24 * 3_600_000;

/** Counts what came in within the last 24 hours, and what became of it. */
export async function summarizeIncoming({ db, now }: Pick<Ctx, "db" | "now">) {
  return db
    .selectFrom("incoming_mails")
    .select([
      sql<number>`count(*)::int`.as("mails"),
      sql<number>`count(*) filter (where opened_ticket)::int`.as("tickets"),
      sql<number>`count(comment_id)::int`.as("comments"),
      sql<number>`count(*) filter (where kind <> 'message')::int`.as("automatic"),
    ])
    .where("received_at", ">", new Date(now.getTime() - DAY))
    .executeTakeFirstOrThrow();
}
