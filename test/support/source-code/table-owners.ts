import { programsIn, readSource } from "./source-tree.ts";

/** The feature that writes each table, from the comments in server/db/tables: `tickets: Tickets; // tickets`. */
export function ownersOfTables(): Map<string, string> {
  const lines = programsIn("server/db/tables")
    .flatMap((file) => /export type \w+Tables = \{([\s\S]*?)\n\};/.exec(readSource(file))?.[1] ?? "")
    .join("\n");
  return new Map(
    [...lines.matchAll(/^ {2}(\w+): .+;(?: \/\/ ([\w ]+))?$/gm)].map(([, table = "", owner = ""]) => [
      table,
      owner,
    ]),
  );
}

/** The tables that a file inserts into, updates or deletes from, by Kysely or in SQL. */
export function tablesWrittenIn(file: string, owners: ReadonlyMap<string, string>): string[] {
  const text = readSource(file);
  const built = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)/g)];
  const raw = [
    ...text.matchAll(
      /\b(?:insert into|update|delete from)\s+(\w+)\b(?=\s*(?:\(|set\b|where\b|as\b|select\b|values\b))/gi,
    ),
  ];
  const tables = [...built, ...raw].map(([, table = ""]) => table);
  return [...new Set(tables)].filter((table) => owners.has(table));
}
