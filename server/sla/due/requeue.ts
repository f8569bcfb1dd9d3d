import { sql } from "kysely";
import type { DataOf, jobs } from "#contract/jobs.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { runServiceLevels } from "./start-renewing.ts";
import { emptyRows } from "./write-rows.ts";

/**
 * After service levels were switched on or off: empties what lists are read from, or queues every open ticket where nothing is
 * there yet. With `all` every open clock is computed again.
 */
export async function requeueServiceLevels(
  app: App,
  { all }: DataOf<typeof jobs.requeueServiceLevels>,
): Promise<void> {
  await app.serviceLevels.refresh();
  if (!app.serviceLevels.isOn()) return emptyRows(app.db);
  if (all || (await isEmpty(app.db))) await sql`select queue_all_sla()`.execute(app.db);
  await runServiceLevels(app);
}

async function isEmpty(db: Db): Promise<boolean> {
  const row = await db.selectFrom("sla_clocks").select("ticket_id").limit(sql.lit(1)).executeTakeFirst();
  return row === undefined;
}
