import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publishDue } from "#server/comments/scheduled/publish-due.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { listenTo } from "../../test/support/app/event-listener.ts";
import * as fc from "../../test/support/property-seed.ts";
import { uploadFile } from "../../test/support/app/upload-file.ts";

const RUNS = 12;
let world: World;
let folder: string;
let address: string;
let round = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-leaks-"));
  world = await makeWorld({ DATA_DIR: folder });
  address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await world.end();
  await rm(folder, { recursive: true, force: true });
});

const CLIENTS = ["tomas", "priya", "helena", "jonas"] as const;
const COMPANY: Record<(typeof CLIENTS)[number], "kestrel" | "aster"> = {
  tomas: "kestrel",
  priya: "kestrel",
  helena: "aster",
  jonas: "aster",
};
/** Client admins see their company's tickets, the others their own. */
const seesOf = (reader: Name, author: (typeof CLIENTS)[number]): boolean =>
  reader === author ||
  (reader === "priya" && COMPANY[author] === "kestrel") ||
  (reader === "helena" && COMPANY[author] === "aster");

type Ticket = { id: string; uid: string; by: (typeof CLIENTS)[number]; word: string };

async function raise(by: (typeof CLIENTS)[number], word: string): Promise<Ticket> {
  const { ticket } = (
    await world.as(by).post("/tickets", { subject: `Phones ${word}`, issue: `No dial tone ${word}.` })
  ).body;
  return { id: ticket.id, uid: ticket.uid, by, word };
}

/** What happens to an incident in one run. */
const Outage = fc.record({
  children: fc.uniqueArray(fc.constantFrom(...CLIENTS), { minLength: 2, maxLength: 4 }),
  places: fc.uniqueArray(
    fc.constantFrom("client.name", "company.name", "ticket.uid", "ticket.subject", "me.name", "today"),
    { maxLength: 4 },
  ),
  withFile: fc.boolean(),
  waits: fc.boolean(),
  status: fc.constantFrom(undefined, "pending", "closed"),
  dropsOut: fc.boolean(),
  end: fc.constantFrom("close together", "undo", "nothing"),
});

it("a client learns nothing of an incident, and nothing of its other reporters, wherever they look", async () => {
  let answers = 0;
  await fc.assert(
    fc.asyncProperty(Outage, async (outage) => {
      round += 1;
      const mark = (what: string) => `${what}${round}zq`;
      const tickets: Ticket[] = [];
      for (const by of outage.children) tickets.push(await raise(by, mark(`word${by}`)));
      const listeners = await Promise.all(
        CLIENTS.map(async (name) => ({ name, ...(await listenTo(address, await world.tokenOf(name))) })),
      );
      await world.drain();
      await world.db.deleteFrom("mails").execute();
      const incident = await runOutage(outage, tickets, mark);
      await Promise.all(
        listeners.map(async ({ name, event }) => {
          await world.as(name).patch(`/users/${world.idOf(name)}`, { city: mark("City") });
          await event("change", (data) => data["id"] === world.idOf(name) && data["kind"] === "user.changed");
        }),
      );
      for (const { close } of listeners) close();
      const mails = await world.db.selectFrom("mails").selectAll().execute();
      for (const reader of CLIENTS) {
        const foreign = tickets.filter(({ by }) => !seesOf(reader, by));
        const secrets = [
          incident.id,
          incident.uid,
          mark("secretoutage"),
          "broadcast",
          "reporter",
          "incident",
          ...foreign.flatMap(({ id, uid, word }) => [id, uid, word]),
        ];
        const heard = JSON.stringify(listeners.find(({ name }) => name === reader)?.heard);
        const mailed = mails.filter(({ to }) => to === world.people[reader].email);
        for (const text of [
          ...(await look(reader, tickets, incident, mark)),
          heard,
          JSON.stringify(mailed),
        ]) {
          answers += 1;
          for (const secret of secrets)
            expect([reader, secret, containsWord(text, secret)]).toEqual([reader, secret, false]);
        }
      }
    }),
    { numRuns: RUNS },
  );
  expect(answers).toBeGreaterThan(RUNS * CLIENTS.length * 10);
}, 300_000);

/** A number such as WP-12 is no part of WP-123. */
function containsWord(text: string, word: string): boolean {
  const at = text.toLowerCase().split(word.toLowerCase());
  return at.slice(1).some((rest) => !/^\d/.test(rest));
}

type Marks = (what: string) => string;

async function runOutage(outage: OutageOf, tickets: Ticket[], mark: Marks) {
  const idris = world.as("idris");
  const made = await idris.post("/incidents", {
    subject: `Carrier ${mark("secretoutage")}`,
    issue: `Fault ${mark("secretoutage")}`,
    ticket_ids: tickets.map(({ id }) => id),
  });
  const incident: { id: string; uid: string } = made.body.ticket;
  const bytes = Buffer.from(mark("filebytes"));
  const file = outage.withFile
    ? [(await uploadFile(world, { who: "idris", path: "/uploads", bytes, name: "plan.txt" })).body.id]
    : [];
  const [first] = tickets;
  const answer = () =>
    idris.post(`/tickets/${incident.id}/answer-all`, {
      comment: `It is over. ${outage.places.map((place) => `{{${place}}}`).join(" ")}`,
      child_ids: tickets.map(({ id }) => id),
      attachment_ids: file,
      ...(outage.status && { status: outage.status }),
      ...(outage.waits && { hold_seconds: 5 }),
    });
  const { status } = await answer();
  expect(status).toBe(200);
  if (outage.dropsOut && first) {
    const { reporters } = (await idris.get(`/tickets/${incident.id}/reporters`)).body;
    const out = reporters.find(({ id }: Ticket) => id === first.id);
    await idris.delete(`/tickets/${first.id}/links/${out.link_id}`);
  }
  world.pass(60_000);
  await publishDue(world.app);
  await end(outage, incident, tickets, made.body.group_id);
  await world.drain();
  return incident;
}

type OutageOf = typeof Outage extends fc.Arbitrary<infer Kind> ? Kind : never;

async function end({ end: how }: OutageOf, incident: { id: string }, tickets: Ticket[], groupId: string) {
  const idris = world.as("idris");
  const child_ids = tickets.map(({ id }) => id);
  if (how === "close together") await idris.post(`/incidents/${incident.id}/close`, { child_ids });
  if (how === "undo") await idris.post(`/links/undo/${groupId}`);
}

/** Everything that a client can ask for, as text. */
async function look(
  reader: (typeof CLIENTS)[number],
  tickets: Ticket[],
  incident: { id: string; uid: string },
  mark: Marks,
): Promise<string[]> {
  const caller = world.as(reader);
  const own = tickets.filter(({ by }) => seesOf(reader, by));
  const paths = [
    "/tickets?per_page=100",
    "/tickets?sort=subject&status=closed",
    `/tickets?search=${mark("secretoutage")}`,
    ...tickets.map(({ word }) => `/tickets?search=${word}`),
    `/tickets?search=${incident.uid.slice(3)}`,
    "/dashboard",
    "/companies",
    "/users",
    ...(reader === "priya" || reader === "helena" ? ["/tickets/export"] : []),
    ...own.flatMap(({ id }) => [
      `/tickets/${id}`,
      `/tickets/${id}/comments`,
      `/tickets/${id}/history`,
      `/tickets/${id}/participants`,
      `/tickets/${id}/mails`,
      `/tickets/${id}/audience`,
      `/tickets/${id}/mentionable`,
      `/tickets/${id}/reporters`,
      `/tickets/${id}/links`,
    ]),
  ];
  const texts: string[] = [];
  for (const path of paths) texts.push(withoutRefusal(await caller.get(path)));
  // Of files they reach their own copies alone.
  const files = await world.db.selectFrom("attachments").select(["id", "ticket_id"]).execute();
  const reachable = new Set(own.map(({ id }) => id));
  for (const { id, ticket_id } of files) {
    const { status } = await caller.get(`/attachments/${id}`);
    if (ticket_id !== null && tickets.some((ticket) => ticket.id === ticket_id))
      expect([path(id), status]).toEqual([path(id), reachable.has(ticket_id) ? 200 : 404]);
    if (ticket_id === incident.id) expect(status).toBe(404);
  }
  return texts;
}

const path = (id: string) => `/attachments/${id}`;

/** A refusal repeats the address that was asked for, and no more. */
function withoutRefusal({ status, body }: { status: number; body: unknown }): string {
  if (status === 200) return JSON.stringify(body);
  expect([403, 404]).toContain(status);
  return "";
}
