/* A process that migrates one database, to be killed by the scenario that forked it. */
import { migrate } from "#server/db/migrate.ts";
import { makePool } from "#server/db/open-database.ts";

const { pool } = makePool(JSON.parse(process.env["TARGET"] ?? "{}"));
await migrate(pool, () => {}, process.env["FOLDER"]);
await pool.end();
