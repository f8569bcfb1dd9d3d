import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerProblems } from "#server/lib/http/problem-details.ts";
import { serveWeb } from "./serve-web-app.ts";

const BUILT = fileURLToPath(new URL("../dist/web/", import.meta.url));
const isBuilt = existsSync(`${BUILT}index.de.html`);

/** Without a build there is nothing to serve; the whole run of tests builds first. */
describe.skipIf(!isBuilt)("the page", () => {
  const app = fastify();
  beforeAll(async () => {
    await app.register(cookie);
    await serveWeb(app);
  });
  afterAll(() => app.close());

  const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it("is English without a choice, whatever the browser prefers", async () => {
    expect(languageOf(await ask("/login"))).toBe("en");
    expect(languageOf(await ask("/login", { "accept-language": "de" }))).toBe("en");
  });

  it.each(["fr", "", "DE", "../../package", "de.html"])(
    "is English for the language %j, which is none",
    async (code) => {
      const page = await ask("/tickets", { cookie: `language=${encodeURIComponent(code)}` });
      expect([page.statusCode, languageOf(page)]).toEqual([200, "en"]);
    },
  );

  it("is German at every address for those who chose it", async () => {
    for (const url of ["/", "/login", "/tickets?page=2", "/nowhere"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(languageOf(await ask(url, { cookie: "language=de" }))).toBe("de");
    }
  });

  it("tells caches that it depends on the choice, and is asked for each time", async () => {
    const { headers } = await ask("/");
    expect(headers.vary?.toString().toLowerCase()).toContain("cookie");
    expect(headers["cache-control"]).toBe("no-cache");
  });

  it("is not taken for the same as the page in another language", async () => {
    const english = await ask("/");
    const etag = String(english.headers.etag);
    expect((await ask("/", { "if-none-match": etag })).statusCode).toBe(304);
    expect((await ask("/", { "if-none-match": etag, cookie: "language=de" })).statusCode).toBe(200);
  });

  it("names only files that are there, in both languages", async () => {
    for (const language of ["en", "de"]) {
      // oxlint-disable-next-line no-await-in-loop
      const { body } = await ask("/", { cookie: `language=${language}` });
      const files = [...body.matchAll(/\/?(assets\/[\w.-]+\.(?:js|css|woff2))/g)].map(
        ([, file = ""]) => file,
      );
      expect(files.length).toBeGreaterThan(5);
      // oxlint-disable-next-line no-await-in-loop
      const statuses = await Promise.all(files.map(async (file) => (await ask(`/${file}`)).statusCode));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
  });
});

describe.skipIf(!isBuilt)("a file of the build", () => {
  const app = fastify();
  beforeAll(async () => {
    await app.register(cookie);
    await serveWeb(app);
  });
  afterAll(() => app.close());
  const [file = ""] = isBuilt ? readdirSync(`${BUILT}assets`).filter((name) => name.endsWith(".js")) : [];

  it.each(["nowhere.js", "..%2findex.html", "%2e%2e%2findex.html", "..%5cindex.html", ".hidden", "", "%00"])(
    "is none at /assets/%s",
    async (name) => {
      const { statusCode } = await app.inject({ url: `/assets/${name}` });
      expect([403, 404]).toContain(statusCode);
    },
  );

  it("is kept for a year and comes packed to those who unpack it", async () => {
    const plain = await app.inject({ url: `/assets/${file}` });
    const packed = await app.inject({ url: `/assets/${file}`, headers: { "accept-encoding": "br" } });
    expect([plain.statusCode, packed.statusCode]).toEqual([200, 200]);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  });

  it("is not sent again to those who have it", async () => {
    const { headers } = await app.inject({ url: `/assets/${file}` });
    const again = await app.inject({
      url: `/assets/${file}`,
      headers: { "if-none-match": String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});

describe.skipIf(!isBuilt)("an address that no page and no file can have", () => {
  const app = fastify();
  beforeAll(async () => {
    await app.register(cookie);
    answerProblems(app);
    await serveWeb(app);
  });
  afterAll(() => app.close());

  it.each(["//x", "//", "/tickets//x", "/assets//x.js"])("is answered as unknown: %s", async (url) => {
    const { statusCode, headers, body } = await app.inject({ url });
    expect([statusCode, headers["content-type"]]).toEqual([
      404,
      expect.stringContaining("application/problem+json"),
    ]);
    expect(JSON.parse(body)).toMatchObject({ code: "request.unknown_address" });
  });
});

function languageOf(page: { body: string }): string | undefined {
  return /<html lang="(\w+)"/.exec(page.body)?.[1];
}
