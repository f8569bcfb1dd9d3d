import { sql } from "kysely";
import type { Db } from "../request-context.ts";

/** Selects mails written before a moment; those that still wait to be sent are not among them. */
export function selectOldMails(db: Db, before: Date) {
  return db.selectFrom("mails").where("created_at", "<", before).where("state", "!=", "queued");
}

/** Deletes a batch of them. Answers how many. */
export async function deleteOldMails(db: Db, before: Date, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("mails")
    .where("id", "in", selectOldMails(db, before).select("id").limit(sql.lit(most)))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
