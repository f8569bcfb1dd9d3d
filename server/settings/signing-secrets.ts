import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";
import { newToken } from "#server/lib/crypto/token.ts";
import { readSetting } from "./read.ts";

/** One signs reply addresses, one the names of browsers that have signed in; the third tells this desk from others. */
type SecretName = "reply_secret" | "browser_secret" | "desk_id";

/** The name of this desk in the header `X-Waypost-Desk` of its mails, by which it knows its own when one comes back. */
export function readDeskId(db: Db): Promise<string> {
  return readSecret(db, "desk_id");
}

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
