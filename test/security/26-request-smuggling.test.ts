import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../support/app/app-with-people.ts";

let world: World;
let port: number;
beforeAll(async () => {
  world = await makeWorld();
  port = Number(new URL(await world.fastify.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => world.end());

const HIDDEN = "GET /api/auth/me HTTP/1.1\r\nHost: x\r\n\r\n";
const CASES: Record<string, string> = {
  "two lengths": `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  "length and chunks": `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  "chunked twice": `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  "space before the colon": `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  "a folded header": `GET /api/config HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n foldText\r\n\r\n`,
  "a bare line feed": "GET /api/config HTTP/1.1\nHost: x\n\n",
  "a negative length": "POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
  "a length in letters": "POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 0x10\r\n\r\n",
  "a chunk that is no number":
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
  "a NUL in a header": "GET /api/config HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n",
  "headers without end": `GET /api/config HTTP/1.1\r\nHost: x\r\n${"X-A: b\r\n".repeat(30_000)}\r\n`,
  "a header of a megabyte": `GET /api/config HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(1_000_000)}\r\n\r\n`,
  "an address of a megabyte": `GET /api/${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  "an unknown version": "GET /api/config HTTP/9.9\r\nHost: x\r\n\r\n",
};

describe("class 26, requests that two servers would read differently", () => {
  it.each(Object.entries(CASES))(
    "%s: refused and hung up, nothing hidden is answered",
    async (_name, bytes) => {
      const text = await say(bytes);
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
      expect(statuses.length).toBeLessThanOrEqual(1);
      for (const status of statuses) expect(["400", "408", "413", "414", "431", "505"]).toContain(status);
      if (statuses.length > 0) {
        expect(text).toMatch(/\r\ncontent-security-policy: default-src 'self';/);
        expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
        expect(text).toMatch(/"detail":"[^"]+"/);
      }
    },
  );

  it("a body above the limit is refused before it is read", async () => {
    const text = await say(
      "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n{",
    );
    expect(text).toMatch(/^HTTP\/1\.1 413/);
  });

  it("two hundred senders that stall take nothing from the others, and hold no connection to the database", async () => {
    const stalled = Array.from({ length: 200 }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
      );
      return socket;
    });
    const answer = await world.as("idris").get("/tickets");
    expect(answer.status).toBe(200);
    expect(world.app.pool.totalCount - world.app.pool.idleCount).toBeLessThanOrEqual(1);
    for (const socket of stalled) socket.destroy();
  });
});

it("an address with scheme and host is answered as the same one without", async () => {
  const headers = `Host: desk.test\r\nAuthorization: Bearer ${await world.tokenOf("idris")}\r\nConnection: close`;
  for (const address of ["/api/auth/me", "http://desk.test/api/auth/me", "HTTPS://x:1/%61pi/auth/me?"]) {
    const answer = await say(`GET ${address} HTTP/1.1\r\n${headers}\r\n\r\n`);
    expect([address, answer.split("\r\n", 1)[0]]).toEqual([address, "HTTP/1.1 200 OK"]);
    expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
    expect(answer).toMatch(/\r\nx-request-id: /i);
  }
});

/** Sends raw bytes; resolves with the answer when the server hangs up. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const end = () => {
      clearTimeout(late);
      socket.destroy();
      resolve(text);
    };
    const late = setTimeout(end, 30_000);
    socket.on("data", (data) => {
      text += data.toString("latin1");
    });
    socket.on("end", end).on("close", end).on("error", end);
    socket.write(bytes, "latin1");
  });
}
