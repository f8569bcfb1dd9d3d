import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: "https://desk.waypost.test" });
});
afterAll(() => world.end());

const HOSTS: Record<string, string>[] = [
  { host: "evil.test" },
  { host: "desk.waypost.test:1337" },
  { host: "desk.waypost.test@evil.test" },
  { "x-forwarded-host": "evil.test" },
  { "x-forwarded-proto": "http", "x-forwarded-host": "evil.test" },
  { forwarded: "host=evil.test;proto=http" },
  { "x-host": "evil.test", "x-original-host": "evil.test", "x-rewrite-url": "//evil.test" },
  { origin: "https://evil.test", referer: "https://evil.test/" },
];

describe("class 24, the name that a request gives to the server", () => {
  it.each(HOSTS)("%j is in no link that is mailed or shown", async (headers) => {
    const maren = world.as("maren");
    const email = `${crypto.randomUUID()}@cast.test`;
    const invited = await maren.post("/users/invite", { email, user_type: "internal" }, headers);
    expect(invited.body.invite_link).toMatch(/^https:\/\/desk\.waypost\.test\/accept-invite\//);
    await world.as().post("/auth/forgot-password", { email: world.people.lena.email }, headers);
    await world.drain();
    const mails = await world.db.selectFrom("mails").selectAll().execute();
    for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(/evil|:1337/);
    world.pass(3_700_000);
  });

  it("changes no answer: nothing is echoed, and nobody is sent elsewhere", async () => {
    for (const headers of HOSTS)
      for (const url of ["/api/config", "/api/openapi.json", "/login", "/healthz"]) {
        const answer = await world.fastify.inject({ url, headers });
        expect([url, answer.statusCode < 300 || answer.statusCode === 404]).toEqual([url, true]);
        expect(answer.body + JSON.stringify(answer.headers)).not.toMatch(/evil\.test|:1337/);
      }
  });
});
