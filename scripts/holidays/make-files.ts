import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listRegions, makeTable } from "./make-tables.ts";

/** The files of server/calendars/holidays by their names: an index, a table a country, and what the license asks for. */
export function makeFiles(): Map<string, string> {
  const index = listRegions();
  const tables = Object.entries(index).map(([country, regions]): [string, string] => [
    `${country}.json`,
    toLine(makeTable(country, Object.keys(regions))),
  ]);
  return new Map([["index.json", toLine(index)], ...tables, ["LICENSE", writeLicense()]]);
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The license of the package names the pages that its data come from. */
function writeLicense(): string {
  const path = join(import.meta.dirname, "../../node_modules/date-holidays/LICENSE");
  const pages = /<attribution>\n([\s\S]*)<\/attribution>/.exec(readFileSync(path, "utf8"))?.[1];
  if (pages === undefined) throw new Error(`${path} names no sources any more`);
  const list = pages
    .trim()
    .split(/\s+/)
    .map((page) => `- <${page}>`);
  return `# Public holidays

These tables were made by \`scripts/holidays.ts\` from the data of [date-holidays](https://github.com/commenthol/date-holidays), of which
they keep the public holidays of some countries and years. They are available under the license of those data,
[CC BY-SA 3.0](https://creativecommons.org/licenses/by-sa/3.0/), which the rest of this repository is not. The data rely on:

${list.join("\n")}
`;
}
