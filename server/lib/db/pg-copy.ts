import type { Connection, PoolClient, Submittable } from "pg";

export type CopyValue = string | number | boolean | Date | null;

/** The part of pg's connection that its types leave out. */
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

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
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn(text, pieces(rows), (error) => (error ? reject(error) : resolve())));
  });
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

/** What pg's client calls while the server takes the rows; it has no promise of its own for COPY. */
class CopyIn implements Submittable {
  readonly #text: string;
  readonly #chunks: Iterable<Buffer>;
  readonly #done: (error: Error | null) => void;
  #error: Error | null = null;

  constructor(text: string, chunks: Iterable<Buffer>, done: (error: Error | null) => void) {
    this.#text = text;
    this.#chunks = chunks;
    this.#done = done;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk);
    connection.endCopyFrom();
  }

  /** The server says ready after a refusal too, unless the connection itself is gone. */
  handleError(error: Error): void {
    this.#error = error;
    if (!("severity" in error)) this.#done(error);
  }

  handleReadyForQuery(): void {
    this.#done(this.#error);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
