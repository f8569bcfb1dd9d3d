/*
 * The floor as a process of its own: node:http and pg. Checks the same token as our server does, runs one statement of
 * bench/floor/floor-statements.ts, and answers its rows as JSON.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { Pool, types, type PoolConfig } from "pg";
import { SESSION, STATEMENTS, WRITES, WRITING_SESSION } from "./floor-statements.ts";

types.setTypeParser(types.builtins.INT8, Number);
const statements = new Map<string, string>(Object.entries(STATEMENTS));

process.once("message", ({ poolConfig }: { poolConfig: PoolConfig }) => {
  const pool = new Pool({ ...poolConfig, max: 10 });
  const server = createServer((request, response) => {
    answer(pool, request).then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address ? address.port : 0 });
  });
});

async function answer(pool: Pool, { url, headers }: IncomingMessage): Promise<object> {
  const token = (headers.authorization ?? "").replace("Bearer ", "");
  const hash = createHash("sha256").update(token).digest();
  const { pathname, searchParams } = new URL(url ?? "/", "http://floor");
  const name = decodeURIComponent(pathname.slice(1));
  const isWrite = WRITES.has(name);
  const { rows: people } = await pool.query<{ id: string }>({
    name: isWrite ? "writing session" : "session",
    text: isWrite ? WRITING_SESSION : SESSION,
    values: [hash],
  });
  const [person] = people;
  if (!person) throw new Error("nobody is signed in with this token");
  const text = statements.get(name);
  if (text === undefined) return person;
  const value = searchParams.get("value");
  const { rows } = await pool.query({
    name,
    text,
    values: value === null ? [person.id] : [person.id, value],
  });
  return { items: rows };
}
