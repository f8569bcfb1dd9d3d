import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type CopyValue = string | number | boolean | Date | null;

/**
 * Writes rows by COPY, several times faster than inserting them; triggers and constraints hold as ever. `columns` come
 * from code, never from a person. Values are written as PostgreSQL reads them: tsvector and jsonb as their text.
 */
export async function copyRows(
  client: PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const text = `copy ${table} (${columns.join(", ")}) from stdin`;
  await pipeline(Readable.from(pieces(rows)), client.query(copyFrom(text)));
}

/** About half a megabyte at a time, so that neither side holds one huge message. */
const PIECE = 512 * 1024;

function* pieces(rows: readonly (readonly CopyValue[])[]): Generator<Buffer> {
  let text = "";
  for (const row of rows) {
    text += `${row.map(copyText).join("\t")}\n`;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text) yield Buffer.from(text);
}

function copyText(value: CopyValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === "string") return ESCAPED.test(value) ? value.replace(EVERY_ESCAPED, escaped) : value;
  return value instanceof Date ? value.toISOString() : String(value);
}

const ESCAPED = /[\\\n\r\t]/;
const EVERY_ESCAPED = /[\\\n\r\t]/g;

function escaped(character: string): string {
  return { "\n": String.raw`\n`, "\r": String.raw`\r`, "\t": String.raw`\t` }[character] ?? "\\\\";
}
