import { connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp, type RunningApp } from "#server/app.ts";
import { makeWorld, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let served: RunningApp;
let port: number;
let token: string;
beforeAll(async () => {
  world = await makeWorld();
  served = await buildApp({ ...world, log: pino({ level: "silent" }), background: false, bodyTime: 300 });
  port = Number(new URL(await served.fastify.listen({ port: 0, host: "127.0.0.1" })).port);
  token = await world.tokenOf("tomas");
});
afterAll(async () => {
  await served.close();
  await world.end();
});

const head = (path: string, type: string, length: string) =>
  `POST /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;

/** Sends a beginning, then a byte every 20 ms; resolves with what came when the connection ends. */
function dribble(beginning: string, byte = " "): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const timer = setInterval(() => socket.write(byte), 20);
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.on("error", () => {});
    socket.once("close", () => {
      clearInterval(timer);
      resolve(text);
    });
    socket.write(beginning);
  });
}

describe("a body that dribbles in", () => {
  it("is ended with 408, with a length and in chunks, before a session and after an answer", async () => {
    const json = "application/json";
    const answers = await Promise.all([
      dribble(`${head("/tickets", json, "Content-Length: 9000")}{"subject":"`),
      dribble(head("/tickets", json, "Transfer-Encoding: chunked"), "1\r\n \r\n"),
      dribble(
        `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${json}\r\nContent-Length: 900\r\n\r\n{`,
      ),
    ]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    const unknown = await dribble(head("/nothing-here", json, "Content-Length: 9000"));
    expect(unknown).toContain(" 408 ");
  });

  it("of an upload has longer: while it comes in, it is neither answered nor ended", async () => {
    const type = "multipart/form-data; boundary=frame";
    const file =
      'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (data) => (text += data.toString("latin1")));
    socket.write(`${head("/uploads", type, "Transfer-Encoding: chunked")}${chunk(`--frame\r\n${file}`)}`);
    // A JSON body that began later is over first.
    await dribble(`${head("/tickets", "application/json", "Content-Length: 9000")}{`);
    expect(text).toBe("");
    const answered = new Promise((resolve) => socket.once("data", resolve));
    socket.write(`${chunk("hello\r\n--frame--\r\n")}0\r\n\r\n`);
    await answered;
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  it("takes nothing from a body that is here in time", async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/tickets`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ subject: "x", issue: "y".repeat(20_000) }),
    });
    expect(status).toBe(201);
  });
});

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}
