import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

const KEY = "a-key-of-sixteen-or-more";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ METRICS_KEY: KEY, DATA_DIR: tmpdir() });
});
afterAll(() => world.end());

const look = (authorization?: string) =>
  world.fastify.inject({ url: "/metrics", headers: authorization ? { authorization } : {} });

describe("figures for a monitor", () => {
  it("are refused without the key, with another one, and with a person's token", async () => {
    for (const authorization of [undefined, "Bearer a-key-of-sixteen-or-morf", KEY]) {
      const answer = await look(authorization);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toContain("waypost_");
    }
  });

  it("are not there where no key is set", async () => {
    const other = await makeWorld();
    expect((await other.fastify.inject({ url: "/metrics" })).body).not.toContain("waypost_");
    await other.end();
  });

  it("count answers by route, never by address, and tell what waits", async () => {
    await world.as("idris").get("/tickets");
    await world.as("idris").get("/tickets/00000000-0000-4000-8000-000000000000");
    // An answer is counted a moment after it was sent.
    const missing = 'route="/api/tickets/:ticket_id",status="404"} 1';
    await expect.poll(async () => (await look(`Bearer ${KEY}`)).body).toContain(missing);
    const { body, headers } = await look(`Bearer ${KEY}`);
    expect(headers["content-type"]).toContain("version=0.0.4");
    expect(body).toContain('waypost_http_requests_total{method="GET",route="/api/tickets",status="200"} 1');
    expect(body).not.toContain("00000000-0000");
    expect(body).toContain("waypost_database_up 1");
    expect(body).toMatch(/waypost_mails_queued \d+/);
    expect(body).toMatch(/waypost_http_request_seconds_bucket\{.*le="\+Inf".*\} \d+/);
    // Readers of the format pass over empty lines.
    for (const line of body.trimEnd().split(/\n+/))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [\d.e+-]+)$/);
  });

  it("have the names that the guide to monitoring gives them", async () => {
    const guide = readFileSync(new URL("../../docs/operations/monitoring.md", import.meta.url), "utf8");
    const names = [...guide.matchAll(/`(waypost_\w+)/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(5);
    const { body } = await look(`Bearer ${KEY}`);
    for (const name of names) expect(body).toContain(`# TYPE ${name} `);
  });
});
