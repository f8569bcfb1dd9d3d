import { afterAll, inject, test } from "vitest";
import { goThrough } from "../support/database/database.ts";
import { missingPgBouncer, startPgBouncer } from "../support/database/pgbouncer.ts";

/* The same attacks, while a pooler hands out two connections for each role by transaction and resets nothing. */
if (missingPgBouncer === null) {
  const pooler = await startPgBouncer(inject("databaseServer").connection, { mode: "transaction" });
  goThrough(pooler);
  afterAll(() => pooler.stop());
  await import("./18-injected-sql.test.ts");
} else test.skip(`injected SQL through a pooler (${missingPgBouncer})`);
