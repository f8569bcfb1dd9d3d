import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import { makePool } from "./open-database.ts";

/** As PgBouncer 1.18 says it, behind whatever it had passed on. */
const CRASHED = errorResponse("SFATAL\0VFATAL\0C08P01\0Mserver conn crashed?\0\0");

function errorResponse(fields: string): Buffer {
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}

/** A pooler whose server dies in the middle of the row that has this text, `left` bytes before the text ends. */
async function startBreakingPooler(text: string, left: number) {
  const { host = "", port = 5432 } = inject("databaseServer").connection;
  const open = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    for (const socket of [inside, outside]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => [inside, outside].forEach((each) => each.destroy()));
    }
    inside.pipe(outside);
    outside.on("data", (chunk) => {
      const at = chunk.indexOf(text);
      if (at < 0) inside.write(chunk);
      else inside.end(Buffer.concat([chunk.subarray(0, at + text.length - left), CRASHED]));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

it.each([0, 2, 4, 10])(
  "a row that breaks off %i bytes before its first text ends costs its connection, and not the process",
  async (left) => {
    const text = "the text of a row";
    const port = await startBreakingPooler(text, left);
    const { pool } = makePool({ ...inject("databaseServer").connection, host: "127.0.0.1", port });
    onTestFinished(() => pool.end());
    const broken = pool.query(`select $1::text as a, ''::text as b, ''::text as c`, [text]);
    await expect(broken).rejects.toMatchObject({ code: "08P01" });
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  },
);
