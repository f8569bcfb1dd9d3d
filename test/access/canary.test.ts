import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { plantCanaryWords, CANARY_WORDS, type Garden } from "./plant-canary-words.ts";
import { isThroughPooler } from "../support/database/database.ts";
import { listenTo } from "../support/app/event-listener.ts";
import { makeWorld, type Name, type World } from "../support/app/app-with-people.ts";

let world: World;
let garden: Garden;
let bytes = 0;
let responses = 0;
let foreign = 0;

beforeAll(async () => {
  world = await makeWorld();
  garden = await plantCanaryWords(world);
}, 120_000);
afterAll(async () => {
  // oxlint-disable-next-line no-console -- the figures that the run is for
  console.log(`canary sweep: responses ${responses}, bytes ${bytes}, foreign bytes ${foreign}`);
  await world.end();
});

/** Words of notes, and addresses of staff, of whom clients learn names alone (rules 85 and 179). */
const STAFF = [CANARY_WORDS.staff, "@waypost.test"];
/** The words that each person must never meet. */
const FORBIDDEN: Record<Name, readonly string[]> = {
  maren: [],
  rafael: [],
  lena: [],
  idris: [],
  priya: [CANARY_WORDS.aster, ...STAFF],
  tomas: [CANARY_WORDS.aster, ...STAFF, CANARY_WORDS.kestrelAlone],
  helena: [CANARY_WORDS.kestrel, ...STAFF],
  jonas: [CANARY_WORDS.kestrel, ...STAFF, CANARY_WORDS.asterAlone],
  nobody: [CANARY_WORDS.kestrel, CANARY_WORDS.aster, CANARY_WORDS.staff],
};
const PEOPLE = ["maren", "rafael", "lena", "idris", "priya", "tomas", "helena", "jonas", "nobody"] as const;
const READS = listEndpoints().filter(({ method, path }) => method === "GET" && path !== "/events");

/** Every way to fill the parameters of a path with something that exists, or would be found by a filter or a search. */
function addresses({ path }: Endpoint): string[] {
  const parameter = /\{(\w+)\}/.exec(path);
  if (parameter) {
    const values = garden.ids[parameter[1] ?? ""] ?? [];
    return values.flatMap((value) => addresses({ path: path.replace(parameter[0], value) } as Endpoint));
  }
  return [path, ...(QUERIES[path] ?? []).map((query) => `${path}?${query}`)];
}

const searches = Object.values(CANARY_WORDS).map((word) => `search=${word}`);
const QUERIES: Record<string, string[]> = {
  "/reports/sla": ["by=month", "by=company", "by=target"],
  "/tickets": [
    ...searches,
    "deleted=true",
    "mine=true",
    "sort=subject&per_page=1000",
    "sort=due&sla=running",
    "status=closed",
    `tag=${CANARY_WORDS.staff}`,
    "active=true",
    "unread=true",
    `unread=true&search=${CANARY_WORDS.staff}`,
    "follow_up=set",
  ],
  "/tickets/export": searches,
  "/tickets/assignable-users": searches,
  "/users": [...searches, "user_type=internal", "user_type=external", "deleted=true", "page_size=100"],
  "/users/export": [...searches, "user_type=internal", "user_type=external", "deleted=true"],
  "/companies": [...searches, "deleted=true"],
  "/companies/export": [...searches, "deleted=true"],
  "/groups": [...searches, "archived=true"],
  "/tags": searches,
  "/inbox": ["tab=all", "tab=mentions", "tab=done"],
  "/audit": searches,
};

/** Through a pooler it matters who must not see something, and that they ask at once. */
const SWEPT = PEOPLE.filter((name) => !isThroughPooler() || FORBIDDEN[name].length > 0);
const sweep = isThroughPooler() ? it.concurrent : it;

describe("the canary sweep", { timeout: 120_000 }, () => {
  sweep.each(SWEPT)(
    "shows %s nothing of another company, and no note to clients, in any answer",
    async (name) => {
      const found: string[] = [];
      for (const endpoint of READS)
        for (const address of addresses(endpoint)) {
          const answer = await world.as(name).get(address);
          count(answer.text + JSON.stringify(answer.headers));
          const words = FORBIDDEN[name].filter((word) => answer.text.toLowerCase().includes(word));
          // The refusal of a search may repeat the words that were searched for.
          if (words.length > 0 && !answer.text.includes("Unknown field"))
            found.push(`${address}: ${words.join(" ")}`);
        }
      foreign += found.length;
      expect(found).toEqual([]);
    },
  );

  it.each(PEOPLE)("shows %s their own account, and their own sessions alone", async (name) => {
    const id = world.idOf(name);
    await world.db
      .updateTable("users")
      .set({ phone_number: `only ${name}`, city: `only ${name}` })
      .where("id", "=", id)
      .execute();
    const me = (await world.as(name).get("/auth/me")).body;
    expect(me).toMatchObject({ id, phone_number: `only ${name}`, city: `only ${name}` });
    const shown: { id: string }[] = (await world.as(name).get("/auth/sessions")).body.sessions;
    const own = await world.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((session) => own.every((each) => each.id !== session.id))).toEqual([]);
  });

  it("counts nothing of another company", async () => {
    // Two that were raised and one that was split off; what was merged is none of its own.
    for (const [name, total] of [
      ["priya", 3],
      ["tomas", 1],
      ["helena", 3],
      ["jonas", 1],
    ] as const) {
      const { meta } = (await world.as(name).get("/tickets")).body;
      expect([name, meta.total, Object.values(meta.counts)]).toEqual([name, total, [total]]);
    }
  });

  it("finds what is hidden by no word of it", async () => {
    for (const [name, word] of [
      ["priya", CANARY_WORDS.aster],
      ["priya", CANARY_WORDS.staff],
      ["tomas", CANARY_WORDS.kestrelAlone],
      ["helena", CANARY_WORDS.kestrel],
    ] as const)
      expect((await world.as(name).get("/tickets", { search: word })).body.meta.total).toBe(0);
    expect((await world.as("idris").get("/tickets", { search: CANARY_WORDS.staff })).body.meta.total).toBe(5);
  });

  it("mails nobody a word of another company, and clients no note", async () => {
    await world.drain();
    const mails = await world.db.selectFrom("mails").selectAll().execute();
    expect(mails.length).toBeGreaterThan(3);
    for (const mail of mails) {
      const owner = PEOPLE.find((name) => world.people[name].email === mail.to);
      const text = JSON.stringify(mail).toLowerCase();
      count(text);
      if (!owner) continue;
      for (const word of FORBIDDEN[owner])
        expect([mail.to, mail.subject, text.includes(word)]).toEqual([mail.to, mail.subject, false]);
    }
  });

  it("says nothing on the live stream but ids of what one sees", async () => {
    const address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
    const listeners = await Promise.all(
      PEOPLE.map(async (name) => ({ name, ...(await listenTo(address, await world.tokenOf(name))) })),
    );
    for (const company of ["kestrel", "aster"] as const) await garden.stir(company);
    // The last thing that each of them hears is what they did themselves.
    await Promise.all(
      listeners.map(async ({ name, event }) => {
        await world.as(name).patch(`/users/${world.idOf(name)}`, { state: "Vestland" });
        await event("change", (data) => data["id"] === world.idOf(name) && data["kind"] === "user.changed");
      }),
    );
    const heard = Object.fromEntries(
      listeners.map(({ name, heard: events }) => [name, JSON.stringify(events)]),
    );
    for (const { close } of listeners) close();
    for (const name of PEOPLE) {
      const text = (heard[name] ?? "").toLowerCase();
      count(text);
      for (const word of FORBIDDEN[name]) expect([name, text.includes(word)]).toEqual([name, false]);
    }
    for (const [name, ids] of [
      ["priya", garden.of.aster],
      ["tomas", [...garden.of.aster, garden.colleagues.kestrel]],
      ["helena", garden.of.kestrel],
      ["jonas", [...garden.of.kestrel, garden.colleagues.aster]],
      ["nobody", [...garden.of.kestrel, ...garden.of.aster]],
    ] as const)
      for (const id of ids) expect([name, id, heard[name]?.includes(id)]).toEqual([name, id, false]);
    expect(heard["idris"]).toContain(garden.of.kestrel[0]);
  });
});

function count(text: string): void {
  responses += 1;
  bytes += Buffer.byteLength(text);
}
