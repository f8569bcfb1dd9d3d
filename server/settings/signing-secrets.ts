import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { readSetting } from "./read.ts";

/** One secret signs reply addresses, the other the names of browsers that have signed in. */
type SecretName = "reply_secret" | "browser_secret";

/** Reads a secret that signs; made when it is first needed, the same for every instance ever after. */
export async function readSecret(db: Db, name: SecretName): Promise<string> {
  const stored = await readSetting(db, name);
  if (typeof stored === "string") return stored;
  await db
    .insertInto("settings")
    .values({ key: name, value: JSON.stringify(newToken()), version: 0 })
    .onConflict((conflict) =>
      conflict.expression(sql`key, coalesce(company_id, '00000000-0000-0000-0000-000000000000')`).doNothing(),
    )
    .execute();
  return readSecret(db, name);
}
