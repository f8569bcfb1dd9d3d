import { afterAll, inject, test } from "vitest";
import { goThrough } from "../support/database/database.ts";
import { missingPgBouncer, startPgBouncer } from "../support/database/pgbouncer.ts";

/*
 * The same sweep, while a pooler hands out two connections for each role by transaction and resets nothing: what one person's
 * transaction left on a connection would meet the next person's.
 */
if (missingPgBouncer === null) {
  const pooler = await startPgBouncer(inject("databaseServer").connection, { mode: "transaction" });
  goThrough(pooler);
  afterAll(() => pooler.stop());
  await import("./canary.test.ts");
} else test.skip(`the canary sweep through a pooler (${missingPgBouncer})`);
