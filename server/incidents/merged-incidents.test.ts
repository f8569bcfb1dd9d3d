import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import * as fc from "../../test/support/property-seed.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

type Raised = { id: string; uid: string };
type Answer = { status: number; body: { detail: string } };
const RUNS = 8;
let world: World;
let outage: Raised;
let other: Raised;
let printer: Raised;
let elsewhere: Raised;

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  outage = await raise("idris", "Carrier is down");
  other = await raise("idris", "Another outage");
  printer = await raise("tomas", "No phone");
  elsewhere = await raise("tomas", "Phones are dead");
});

async function raise(by: Name, subject: string): Promise<Raised> {
  return (await world.as(by).post("/tickets", { subject, issue: "It is so." })).body.ticket;
}
const idris = () => world.as("idris");
const idsOf = (tickets: readonly { id: string }[]) => tickets.map(({ id }) => id);
const add = (tickets: readonly { id: string }[], to: { id: string }) =>
  idris().post(`/tickets/${to.id}/reporters`, { ticket_ids: idsOf(tickets) });
const merge = (kept: Raised, merged: readonly Raised[]) =>
  idris().post(`/tickets/${kept.id}/merge`, { ids: idsOf(merged) });
const reportersOf = async ({ id }: { id: string }): Promise<(Raised & { link_id: string })[]> =>
  (await idris().get(`/tickets/${id}/reporters`)).body.reporters;
const numbersOf = async (incident: Raised) =>
  (await reportersOf(incident)).map(({ uid }) => uid).toSorted((a, b) => a.localeCompare(b));
const parentOf = async ({ id }: Raised): Promise<Raised | null> =>
  (await idris().get(`/tickets/${id}`)).body.parent;
const nameOf = (ticket: Raised | null) => ticket && { id: ticket.id, uid: ticket.uid };
const takeOut = async (ticket: Raised, incident: Raised) => {
  const link = (await reportersOf(incident)).find(({ id }) => id === ticket.id);
  return idris().delete(`/tickets/${ticket.id}/links/${link?.link_id}`);
};
const nested = (ticket: Raised, kept: Raised) => [
  409,
  `Of ${ticket.uid} and ${kept.uid} one is an incident and the other belongs to one: take it out of the incident first`,
];

describe("a merge is refused, and changes nothing,", () => {
  it("where an incident would belong to an incident, be it its own", async () => {
    const part = await raise("idris", "A part of it");
    await add([part], other);
    await add([printer], outage);
    expect(refusalOf(await merge(part, [outage]))).toEqual(nested(outage, part));
    expect(refusalOf(await merge(outage, [part]))).toEqual(nested(part, outage));
    expect(refusalOf(await merge(other, [part]))).toEqual(nested(part, other));
    expect(refusalOf(await merge(part, [other]))).toEqual(nested(other, part));
    expect([await numbersOf(outage), await numbersOf(other)]).toEqual([[printer.uid], [part.uid]]);
  });

  it("of tickets of two incidents, also of two that only meet in the one that stays; the preview says which", async () => {
    const kept = await raise("tomas", "Mine");
    await add([printer], outage);
    await add([elsewhere], other);
    const sentence = (ticket: Raised, stays: Raised) =>
      `${ticket.uid} belongs to ${other.uid}, ${stays.uid} to ${outage.uid}: take one of them out of its incident first`;
    expect(refusalOf(await merge(printer, [elsewhere]))).toEqual([409, sentence(elsewhere, printer)]);
    expect(refusalOf(await merge(kept, [printer, elsewhere]))).toEqual([409, sentence(elsewhere, printer)]);
    const asked = { ids: idsOf([printer, elsewhere]) };
    const { body } = await idris().post(`/tickets/${kept.id}/merge/preview`, asked);
    expect(body.refusals).toMatchObject([{ uid: elsewhere.uid, code: "merge.other_incident" }]);
    expect(body.tickets.map(({ uid }: Raised) => uid)).toEqual([kept.uid, printer.uid]);
    await takeOut(elsewhere, other);
    expect((await merge(kept, [printer, elsewhere])).status).toBe(200);
    expect(await numbersOf(outage)).toEqual([kept.uid]);
  });

  it("of two incidents with more than two hundred tickets", async () => {
    const { rows } = await sql<{ id: string }>`
      insert into tickets (number, uid, status, priority, subject, issue, created_by, created, updated, source)
      select 900000 + n, 'X-' || n, t.status, t.priority, t.subject, t.issue, t.created_by, t.created, t.updated, t.source
      from generate_series(1, 201) n, tickets t where t.id = ${outage.id} returning id`.execute(world.db);
    await add(rows.slice(0, 100), outage);
    await add(rows.slice(100), other);
    expect(refusalOf(await merge(outage, [other]))).toEqual([
      422,
      "An incident can have at most 200 tickets",
    ]);
    expect([(await reportersOf(outage)).length, (await reportersOf(other)).length]).toEqual([100, 101]);
  });
});

describe("an undo is refused, and changes nothing,", () => {
  it("where the ticket that comes back belongs to another incident by now, or has become one", async () => {
    await add([printer, elsewhere], outage);
    const first = (await takeOut(printer, outage)).body.group_id;
    await add([printer], other);
    expect(refusalOf(await idris().post(`/links/undo/${first}`))).toEqual([
      409,
      `${printer.uid} already belongs to ${other.uid}`,
    ]);
    const second = (await takeOut(elsewhere, outage)).body.group_id;
    await add([await raise("helena", "Ours too")], elsewhere);
    expect(refusalOf(await idris().post(`/links/undo/${second}`))).toEqual([
      422,
      "An incident cannot belong to another incident",
    ]);
    expect(await numbersOf(outage)).toEqual([]);
  });

  it("of a split whose tickets belong to two incidents, until one is taken out", async () => {
    await add([printer], outage);
    const said = await world.as("tomas").post(`/tickets/${printer.id}/comments`, { comment: "And the fax." });
    const body = { comment_ids: [said.body.id], subject: "The fax" };
    const split = (await idris().post(`/tickets/${printer.id}/split`, body)).body;
    await add([split.ticket], other);
    const undo = () => idris().post("/tickets/merges/undo", { merge_ids: [split.merge_id] });
    const sentence = `${split.ticket.uid} belongs to ${other.uid}, ${printer.uid} to ${outage.uid}: take one of them out of its incident first`;
    expect(refusalOf(await undo())).toEqual([409, sentence]);
    const { items } = (await idris().get(`/tickets/${printer.id}/merges`)).body;
    expect(items).toMatchObject([{ blocked: { code: "merge.other_incident", why: sentence } }]);
    await takeOut(split.ticket, other);
    expect((await undo()).status).toBe(200);
    expect(await numbersOf(outage)).toEqual([printer.uid]);
  });
});

describe("a ticket whose incident is in the trash", () => {
  it("is free for another one, and stays there when the first comes back", async () => {
    await add([printer, elsewhere], outage);
    await world.as("maren").delete(`/tickets/${outage.id}`);
    expect(await parentOf(printer)).toBeNull();
    expect((await add([printer], other)).status).toBe(200);
    expect(await parentOf(printer)).toEqual({ id: other.id, uid: other.uid });
    await world.as("maren").post(`/tickets/${outage.id}/restore`);
    expect([await numbersOf(outage), await numbersOf(other)]).toEqual([[elsewhere.uid], [printer.uid]]);
  });

  it("is out of it when it comes back, where it has become an incident by a merge; both say so", async () => {
    const [second, phone] = [await raise("tomas", "Phones"), await raise("tomas", "Phone is dead")];
    await add([printer, elsewhere], outage);
    await add([phone], second);
    await world.as("maren").delete(`/tickets/${outage.id}`);
    const merged = await merge(second, [printer]);
    expect(merged.status).toBe(200);
    expect((await world.as("maren").post(`/tickets/${outage.id}/restore`)).status).toBe(200);
    expect([await parentOf(second), await parentOf(elsewhere)]).toEqual([null, outage].map(nameOf));
    expect([await numbersOf(outage), await numbersOf(second)]).toEqual([[elsewhere.uid], [phone.uid]]);
    for (const ticket of [outage, second]) {
      const { items } = (await idris().get(`/tickets/${ticket.id}/history`)).body;
      expect(items.map(({ kind }: { kind: string }) => kind)).toContain("ticket.unlinked");
    }
    await idris().post("/tickets/merges/undo", { merge_ids: idsOf(merged.body.merges) });
    expect([await parentOf(printer), await numbersOf(second)]).toEqual([null, [phone.uid]]);
  });
});

const KINDS = "add,add,add,take out,merge,merge,undo merge,undo link,trash,restore,restore".split(",");
const Operation = fc.record({
  kind: fc.constantFrom(...KINDS),
  one: fc.nat(97),
  with: fc.nat(97),
});
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

it("whatever is added, taken out, merged, undone, put into the trash and restored, a ticket belongs to one incident and an incident to none", async () => {
  let refusals = 0;
  let effects = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Operation, { minLength: 6, maxLength: 24 }), async (operations) => {
      const tickets: Raised[] = [];
      for (const n of Array(6).keys()) tickets.push(await raise("idris", `Ticket ${n}`));
      const standing: string[] = [];
      const groups: string[] = [];
      const live = async () =>
        (await readTicket()).filter(({ merged_into, deleted }) => merged_into === null && !deleted);
      const trash: Raised[] = [];
      const readTicket = async () => {
        const read = [];
        for (const { id } of tickets) read.push((await idris().get(`/tickets/${id}`)).body);
        return read;
      };
      const act = async ({ kind, one, with: at }: (typeof operations)[number]): Promise<Answer | null> => {
        const here = await live();
        const [ticket, second] = [pick(here, one), pick(here, at)];
        if (!ticket || !second) return null;
        if (kind === "add" && ticket.id !== second.id) {
          const done = await add([ticket], second);
          if (done.status === 200) groups.push(done.body.group_id);
          return done;
        }
        if (kind === "take out" && ticket.parent) {
          const done = await takeOut(ticket, ticket.parent);
          if (done.status === 200) groups.push(done.body.group_id);
          return done;
        }
        if (kind === "merge" && ticket.id !== second.id) {
          const done = await merge(ticket, [second]);
          if (done.status === 200) standing.push(done.body.merges[0].id);
          return done;
        }
        if (kind === "trash") {
          const done = await world.as("maren").delete(`/tickets/${ticket.id}`);
          if (done.status === 204) trash.push(ticket);
          return { ...done, status: done.status === 204 ? 200 : done.status };
        }
        const thrown = pick(trash, one);
        if (kind === "restore" && thrown) {
          const done = await world.as("maren").post(`/tickets/${thrown.id}/restore`);
          if (done.status === 200) trash.splice(trash.indexOf(thrown), 1);
          return done;
        }
        const merged = pick(standing, one);
        if (kind === "undo merge" && merged) {
          const done = await idris().post("/tickets/merges/undo", { merge_ids: [merged] });
          if (done.status === 200) standing.splice(standing.indexOf(merged), 1);
          return done;
        }
        const group = pick(groups, one);
        return kind === "undo link" && group ? idris().post(`/links/undo/${group}`) : null;
      };
      for (const operation of operations) {
        const answer = await act(operation);
        if (answer === null) continue;
        if (answer.status === 200) effects += 1;
        else {
          refusals += 1;
          expect([404, 409, 422]).toContain(answer.status);
        }
        const here = await live();
        const said: string[] = [];
        const listed: string[] = [];
        for (const ticket of here) {
          const reporters = await reportersOf(ticket);
          expect([ticket.uid, ticket.parent && reporters.length > 0]).not.toEqual([ticket.uid, true]);
          if (ticket.parent) said.push(`${ticket.uid} of ${ticket.parent.uid}`);
          listed.push(...reporters.map(({ uid }) => `${uid} of ${ticket.uid}`));
        }
        expect(listed.toSorted()).toEqual(said.toSorted());
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: undefined },
  );
  expect(effects).toBeGreaterThan(RUNS);
  expect(refusals).toBeGreaterThan(0);
}, 180_000);
