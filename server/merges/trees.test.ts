import { afterAll, beforeAll, expect, it } from "vitest";
import { reconcileCounters, sumDrift } from "#server/dashboard/reconcile.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { openModel } from "../../test/support/conversation-model.ts";
import * as fc from "../../test/support/property-seed.ts";

/** `npm run chaos -- trees` asks for all of them. */
const RUNS = Number(process.env["MERGE_TREES"] ?? 40);
const OUTSIDE = ["priya", "tomas", "helena", "jonas"] as const;
const KINDS = ["reply", "note", "edit", "delete", "merge", "merge", "split", "undo", "follow"] as const;

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

type Op = { kind: (typeof KINDS)[number]; one: number; other: number; who: number };
const Operation = fc.record({
  kind: fc.constantFrom(...KINDS),
  one: fc.nat(97),
  other: fc.nat(97),
  who: fc.nat(97),
});
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

async function readAs(name: Name, ticket: string): Promise<string[]> {
  const { status, body } = await world.as(name).get(`/tickets/${ticket}/comments`);
  if (status !== 200) return [];
  return body.comments
    .filter((c: Said) => c.deleted_at === null && !c.is_description)
    .map((c: Said) => `${c.id} ${c.comment}`)
    .toSorted();
}

/** One desk's day: three tickets of one company, and whatever is done to them, in the model and by the API. */
async function openDay() {
  const model = openModel();
  const tickets: string[] = [];
  const uids = new Map<string, string>();
  const authors = new Map<string, Name>();
  const keep = ({ id, uid }: { id: string; uid: string }) => {
    tickets.push(id);
    uids.set(id, uid);
  };
  for (const by of ["priya", "tomas", "tomas"] as const)
    keep((await world.as(by).post("/tickets", { subject: `Of ${by}`, issue: "Words" })).body.ticket);
  const live = () => tickets.filter(model.isLive);
  let words = 0;

  async function say(ticket: string, by: Name, isNote: boolean): Promise<void> {
    world.pass(1000);
    words += 1;
    const body = { comment: `word${words}`, ...(isNote && { visibility: "internal" }) };
    const { status, body: said } = await world.as(by).post(`/tickets/${ticket}/comments`, body);
    if (status !== 201) return;
    model.add(ticket, { id: said.id, text: body.comment, isNote });
    authors.set(said.id, by);
  }

  const deeds: Record<Op["kind"], (op: Op, ticket: string) => Promise<void>> = {
    reply: ({ who }, ticket) =>
      say(ticket, pick(["idris", "priya", "tomas", "jonas"] as const, who) ?? "idris", false),
    note: ({ who }, ticket) => say(ticket, pick(["idris", "lena"] as const, who) ?? "idris", true),
    async follow({ who }, ticket) {
      const user_id = world.idOf(pick(["tomas", "jonas", "lena"] as const, who) ?? "tomas");
      await world.as("idris").post(`/tickets/${ticket}/participants`, { user_id });
    },
    async edit({ who }, ticket) {
      const comment = pick(model.onTicket(ticket), who);
      const by = comment && authors.get(comment.id);
      if (!comment || !by) return;
      words += 1;
      const path = `/tickets/${ticket}/comments/${comment.id}`;
      const { status } = await world.as(by).put(path, { comment: `word${words}` });
      if (status === 200) model.edit(comment.id, `word${words}`);
    },
    async delete({ who }, ticket) {
      const comment = pick(model.onTicket(ticket), who);
      if (!comment) return;
      const { status } = await world.as("maren").delete(`/tickets/${ticket}/comments/${comment.id}`);
      expect(status).toBe(204);
      model.remove(comment.id);
    },
    async merge({ other }, kept) {
      const ticket = pick(
        live().filter((id) => id !== kept),
        other,
      );
      if (ticket) await mergeAsForetold(ticket, kept);
    },
    async split({ who, other }, ticket) {
      const chosen = model.onTicket(ticket).filter((_, index) => (who + index) % (1 + (other % 3)) === 0);
      const issue = chosen.some(({ isNote }) => !isNote) ? {} : { issue: "By hand" };
      const body = { comment_ids: chosen.map(({ id }) => id), subject: "Split off", ...issue };
      const answer = await world.as("idris").post(`/tickets/${ticket}/split`, body);
      expect(answer.status).toBe(chosen.length === 0 ? 422 : 201);
      if (chosen.length === 0) return;
      keep(answer.body.ticket);
      model.split(answer.body.merge_id, answer.body.ticket.id, ticket, body.comment_ids);
    },
    async undo({ one }) {
      const done = pick(model.standing(), one);
      if (done) await undo(done.id);
    },
  };

  async function undo(id: string): Promise<boolean> {
    const { status } = await world.as("lena").post("/tickets/merges/undo", { merge_ids: [id] });
    if (status === 200) model.undo(id);
    else expect(status).toBe(409);
    return status === 200;
  }

  /** Merges, and holds what people from outside see afterwards against what the preview said. */
  async function mergeAsForetold(ticket: string, kept: string): Promise<void> {
    const before = await seenOutside();
    const asked = await world.as("idris").post(`/tickets/${kept}/merge/preview`, { ids: [ticket] });
    const parts = { [uids.get(ticket) ?? ""]: ticket, [uids.get(kept) ?? ""]: kept };
    const foretold = new Map<string, string[]>(
      asked.body.newly_reads.map(({ user_id, reads }: { user_id: string; reads: { uid: string }[] }) => [
        user_id,
        reads.flatMap(({ uid }) => model.read(parts[uid] ?? "", false)),
      ]),
    );
    const { status, body } = await world.as("idris").post(`/tickets/${kept}/merge`, { ids: [ticket] });
    expect(status).toBe(200);
    model.merge(body.merges[0].id, ticket, kept);
    const after = await seenOutside();
    for (const name of OUTSIDE) {
      const allowed = new Set([...(before.get(name) ?? []), ...(foretold.get(world.idOf(name)) ?? [])]);
      expect([name, (after.get(name) ?? []).filter((each) => !allowed.has(each))]).toEqual([name, []]);
    }
  }

  async function seenOutside(): Promise<Map<Name, string[]>> {
    const seen = new Map<Name, string[]>();
    for (const name of OUTSIDE) {
      const all = await Promise.all(tickets.map((ticket) => readAs(name, ticket)));
      seen.set(name, all.flat());
    }
    return seen;
  }

  /** Every ticket holds what the model has on it, for staff and for whoever sees it from outside. */
  async function compare(): Promise<void> {
    for (const ticket of tickets) {
      expect(await readAs("idris", ticket)).toEqual(model.read(ticket, true));
      for (const name of ["priya", "tomas"] as const) {
        const { status } = await world.as(name).get(`/tickets/${ticket}`);
        if (status === 200) expect(await readAs(name, ticket)).toEqual(model.read(ticket, false));
      }
      expect((await world.as("helena").get(`/tickets/${ticket}`)).status).toBe(404);
    }
  }

  return {
    async act(op: Op): Promise<void> {
      // Nothing happens at the same moment as what came before.
      world.pass(1);
      const ticket = pick(live(), op.one);
      if (ticket) await deeds[op.kind](op, ticket);
    },
    compare,
    /** Undoes everything that stands, the newest first, which is never refused. */
    async undoAll(): Promise<void> {
      for (const { id } of model.standing().toReversed()) expect(await undo(id)).toBe(true);
    },
  };
}

type Said = { id: string; comment: string; deleted_at: string | null; is_description: boolean };

it(
  "random trees of merges and splits are what a plain model says, for every role, and come apart again",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Operation, { minLength: 4, maxLength: 14 }), async (operations) => {
        const day = await openDay();
        for (const operation of operations) await day.act(operation);
        await day.compare();
        await day.undoAll();
        await day.compare();
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: undefined },
    );
    expect(sumDrift(await reconcileCounters(world.pool))).toBe(0);
  },
  RUNS * 20_000,
);
