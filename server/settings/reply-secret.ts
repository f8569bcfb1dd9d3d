import { sql } from "kysely";
import type { Db } from "#server/lib/context.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { readSetting } from "./read.ts";

/**
 * Reads the secret that signs reply addresses; made when it is first needed, the same for every instance ever after.
 */
export async function readReplySecret(db: Db): Promise<string> {
  const stored = await readSetting(db, KEY);
  if (typeof stored === "string") return stored;
  await db
    .insertInto("settings")
    .values({ key: KEY, value: JSON.stringify(newToken()) })
    .onConflict((conflict) =>
      conflict.expression(sql`key, coalesce(company_id, '00000000-0000-0000-0000-000000000000')`).doNothing(),
    )
    .execute();
  return readReplySecret(db);
}

const KEY = "reply_secret";
