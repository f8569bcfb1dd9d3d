import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importTickets, type ImportOrder } from "#server/import/import-tickets.ts";
import type { World } from "../app/app-with-people.ts";
import { tellReasons } from "../tell-reasons.ts";
import { newFolder } from "../temporary-folder.ts";

/** What is said of an import, with its map of fields to columns as an object. */
export type Order = Partial<Omit<ImportOrder, "map">> & { map?: Record<string, string> };
export type ImportFile = ReturnType<typeof newImportFile>;

/** A file of tickets that one test imports into a world, with columns for subject and issue unless said; gone with the test. */
export function newImportFile({ pool, clock }: Pick<World, "pool" | "clock">) {
  const path = join(newFolder(), "tickets.csv");
  const runAgain = async ({ map = { subject: "subject", issue: "body" }, ...order }: Order = {}) =>
    tellReasons(
      await importTickets(pool, "WP-", {
        file: path,
        values: new Map(),
        key: null,
        company: null,
        dryRun: false,
        now: clock.now(),
        ...order,
        map: new Map(Object.entries(map)),
      }),
    );
  return {
    path,
    /** Writes the file and imports it; answers the report, with its reasons as sentences. */
    run: (content: string | Buffer, order?: Order) => {
      writeFileSync(path, content);
      return runAgain(order);
    },
    /** Imports the file as it is. */
    runAgain,
  };
}

export async function countTickets({ db }: Pick<World, "db">): Promise<number> {
  const { n } = await db
    .selectFrom("tickets")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

export function ticketWith({ db }: Pick<World, "db">, issue: string) {
  return db.selectFrom("tickets").selectAll().where("issue", "=", issue).executeTakeFirstOrThrow();
}
