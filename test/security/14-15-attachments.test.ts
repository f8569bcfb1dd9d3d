import { readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseLimits } from "../support/app/set-limits.ts";
import { makeWorld, type World } from "../support/app/app-with-people.ts";
import { embedAsEverything } from "./scan-within-page.mjs";
import { hostileNames, polyglots } from "./hostile-files.ts";
import { launch } from "./scan-pages-in-browser.ts";

let world: World;
let folder: string;
let base: string;
let browser: Browser | null;
let ticket: string;
let stored: { name: string; id: string }[];
/** Without the policy more could run: XSS=all looks with it as well. */
const isAll = process.env["XSS"] === "all";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-hostile-files-"));
  world = await makeWorld({ DATA_DIR: folder });
  await raiseLimits(world.pool, { limit_attachments_per_ticket: 10_000 });
  base = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
  browser = await launch();
  ticket = (await world.as("tomas").post("/tickets", { subject: "Files", issue: "x" })).body.ticket.id;
  stored = [];
  for (const { name, bytes, claims } of polyglots()) {
    const sent = await upload(name, bytes, claims);
    expect([name, sent.status]).toEqual([name, 201]);
    stored.push({ name, id: sent.id });
  }
});
afterAll(async () => {
  await browser?.close();
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

/** Media types that a browser may draw in the page. */
const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/;
/** Media types that a browser might run, or look into for something to run. */
const ACTIVE =
  /html|xml|svg|javascript|ecmascript|flash|mhtml|rfc822|multipart|css|wasm|json|xslt|x-shockwave|java-archive/;

describe("class 14, active attachments", () => {
  it("are sent as what their bytes are, to be saved and not opened, whatever they claim to be", async () => {
    expect(stored.length).toBeGreaterThanOrEqual(60);
    for (const { name, id } of stored) {
      for (const isAsked of [false, true]) {
        const query = isAsked ? { inline: "true" } : undefined;
        const { headers } = await world.as("priya").call("GET", `/attachments/${id}`, { query });
        const type = String(headers["content-type"]);
        const isShown = String(headers["content-disposition"]).startsWith("inline");
        expect([name, type, ACTIVE.test(type.replace("officedocument", ""))]).toEqual([name, type, false]);
        expect([name, isShown && !PICTURES.test(type)]).toEqual([name, false]);
        expect([name, isShown && !isAsked]).toEqual([name, false]);
        expect([name, headers["x-content-type-options"], headers["content-security-policy"]]).toEqual([
          name,
          "nosniff",
          "default-src 'none'; sandbox",
        ]);
      }
    }
  });

  it.each(isAll ? [true, false] : [true])(
    "run nothing in a browser as documents, scripts, styles, frames, objects or pictures (policy ignored: %s)",
    async (bypassCSP) => {
      if (!browser) return;
      const ran: string[] = [];
      const context = await browser.newContext({
        baseURL: base,
        bypassCSP,
        serviceWorkers: "block",
        extraHTTPHeaders: { authorization: `Bearer ${await world.tokenOf("priya")}` },
      });
      await context.exposeFunction("pwned", (id: unknown) => void ran.push(String(id)));
      await context.route("**/host-page", (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html><body>" }),
      );
      const page = await context.newPage();
      const addresses = stored.map(({ id }) => `/api/attachments/${id}?inline=true`);
      for (const address of addresses)
        // A download ends the navigation.
        await page.goto(address, { waitUntil: "load" }).catch(() => null);
      await page.goto("/host-page");
      const control = "data:text/javascript,pwned('control')";
      await page.evaluate(embedAsEverything, [...addresses, control]);
      await context.close();
      expect(ran.filter((id) => id !== "control")).toEqual([]);
      expect(ran).toContain("control");
    },
    120_000,
  );
});

/** Uploads that one person sends beside each other. */
const AT_ONCE = 4;

describe("class 15, names of uploads", () => {
  it("never reach the disk, and reach people only as a plain name", async () => {
    const names = hostileNames();
    expect(names.length).toBeGreaterThanOrEqual(300);
    const kept = new Set<string>();
    const check = async (name: string, at: number) => {
      const { status, id, body } = await upload(name, Buffer.from(`file ${at}`), "text/plain");
      if (status !== 201) {
        expect([name, status]).toEqual([name, 400]);
        return;
      }
      kept.add(body.name);
      expect([name, body.name, isPlain(body.name)]).toEqual([name, body.name, true]);
      const { headers } = await world.as("tomas").get(`/attachments/${id}`);
      expect(String(headers["content-disposition"])).toMatch(
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w%.~-]*$/,
      );
    };
    for (let at = 0; at < names.length; at += AT_ONCE)
      await Promise.all(names.slice(at, at + AT_ONCE).map((name, n) => check(name, at + n)));
    expect(kept.size).toBeGreaterThan(50);
    const strange = filesBelow(folder).filter((path) => !/^files\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(path));
    expect(strange).toEqual([]);
  }, 120_000);

  it("are alike when they are written alike, in either form of Unicode", async () => {
    const twins = ["Ü.txt".normalize("NFC"), "Ü.txt".normalize("NFD")];
    const kept = await Promise.all(twins.map((name) => upload(name, Buffer.from("twin"), "text/plain")));
    expect(new Set(kept.map(({ body }) => body.name)).size).toBe(1);
  });
});

function isPlain(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 200 &&
    name === name.trim() &&
    name.isWellFormed() &&
    !name.startsWith(".") &&
    !/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)
  );
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true })
    .map((name) => join(root, String(name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(root, path));
}

async function upload(name: string, bytes: Buffer, claims: string) {
  const quoted = name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const head = `--line\r\ncontent-disposition: form-data; name="file"; filename="${quoted}"\r\ncontent-type: ${claims}\r\n\r\n`;
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api/tickets/${ticket}/attachments`,
    headers: {
      authorization: `Bearer ${await world.tokenOf("tomas")}`,
      "content-type": "multipart/form-data; boundary=line",
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--line--\r\n")]),
  });
  const body: { id: string; name: string } = answer.json();
  return { status: answer.statusCode, id: body.id, body };
}
