/*
 * Writes the tables of public holidays (`node scripts/holidays.ts`), after date-holidays or the years have changed. A test
 * compares what is committed with what this would write.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COUNTRIES } from "./holidays/make-tables.ts";
import { makeFiles } from "./holidays/make-files.ts";

const folder = join(import.meta.dirname, "../server/calendars/holidays");
for (const name of readdirSync(folder)) rmSync(join(folder, name));
const files = makeFiles();
for (const [name, text] of files) writeFileSync(join(folder, name), text);
const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
process.stdout.write(`holidays: ${COUNTRIES.length} countries, ${bytes.toLocaleString("en")} bytes\n`);
