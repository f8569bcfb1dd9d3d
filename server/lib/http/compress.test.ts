import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, PASSWORD, type World } from "../../../test/support/app/app-with-people.ts";

let world: World;
let token: string;
beforeAll(async () => {
  world = await makeWorld();
  token = await world.tokenOf("maren");
  const { body } = await world
    .as("idris")
    .post("/tickets", { subject: "Paper jam", issue: "Again. ".repeat(900) });
  ticket = body.ticket.id;
});
afterAll(() => world.end());
let ticket: string;

type Asked = {
  accept?: string;
  method?: "GET" | "HEAD" | "POST";
  headers?: Record<string, string>;
  payload?: object;
};
const ask = (path: string, { accept, method = "GET", headers = {}, payload }: Asked = {}) =>
  world.fastify.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, ...(accept && { "accept-encoding": accept }), ...headers },
    ...(payload && { payload }),
  });

test("tokens, and what stands beside them, are never compressed", async () => {
  const payload = { email: world.people.maren.email, password: PASSWORD };
  const signedIn = await ask("/auth/login", { accept: "br", method: "POST", payload });
  expect(signedIn.statusCode).toBe(200);
  expect(signedIn.headers).not.toHaveProperty("content-encoding");
  const mails = await ask("/mail/captured", { accept: "br" });
  expect(mails.headers).not.toHaveProperty("content-encoding");
});

test("a short answer goes out as it is", async () => {
  const { headers } = await ask("/config", { accept: "gzip, br" });
  expect(headers).not.toHaveProperty("content-encoding");
});

test("who takes nothing, or refuses what we have, gets it plain", async () => {
  for (const accept of [undefined, "identity", "deflate", "br;q=0, gzip;q=0.0"]) {
    const answer = await ask(`/tickets/${ticket}`, { accept });
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers["vary"]).toBe("accept-encoding");
    expect(answer.payload).toContain("Paper jam");
  }
});

test("a long answer is a fraction of itself as brotli, else as gzip, and says the same", async () => {
  const plain = await ask(`/tickets/${ticket}`);
  const brotli = await ask(`/tickets/${ticket}`, { accept: "gzip, deflate, br;q=0.9" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(Number(brotli.headers["content-length"])).toBe(brotli.rawPayload.length);
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(plain.json());
  const gzip = await ask(`/tickets/${ticket}`, { accept: "gzip" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(plain.json());
});

test("a refusal is compressed by the same rule, and a HEAD has no body", async () => {
  const refused = await ask("/tickets?nonsense=1", { accept: "br" });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toHaveProperty("detail");
  const head = await ask(`/tickets/${ticket}`, { accept: "br", method: "HEAD" });
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload).toHaveLength(0);
});

test("an export is compressed while it is written", async () => {
  const made = await ask("/tickets/export", { accept: "br" });
  expect(made.headers).toMatchObject({ "content-encoding": "br", "content-type": "text/csv; charset=utf-8" });
  expect(brotliDecompressSync(made.rawPayload).toString()).toContain("Paper jam");
});

test("the description of the API is sent once, and then only said to be the same", async () => {
  const first = await ask("/openapi.json", { accept: "br" });
  expect(first.headers["content-encoding"]).toBe("br");
  const tag = String(first.headers["etag"]);
  const again = await ask("/openapi.json", { accept: "br", headers: { "if-none-match": tag } });
  expect(again.statusCode).toBe(304);
  expect(again.rawPayload).toHaveLength(0);
  expect(again.headers).not.toHaveProperty("content-encoding");
  const other = await ask("/openapi.json", { headers: { "if-none-match": `"something else"` } });
  expect(other.statusCode).toBe(200);
});
