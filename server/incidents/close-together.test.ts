import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { byText, incidentCalls, type Raised } from "../../test/support/app/incident-calls.ts";
import { refusalOf } from "../../test/support/refusal-of.ts";

let world: World;
let incident: Raised;
let printer: Raised;
let elsewhere: Raised;
const { raise, raiseOutage, add, merge, reportersOf, ticketOf, statusOf } = incidentCalls(() => ({
  world,
  incident,
}));

beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  ({ incident, printer, elsewhere } = await raiseOutage());
});

const close = (ids: { id: string }[], more: object = {}) =>
  world.as("idris").post(`/incidents/${incident.id}/close`, { child_ids: ids.map(({ id }) => id), ...more });

describe("closing an incident with its tickets", () => {
  it("is refused for a ticket that is none of them, and without the right to set a status", async () => {
    await add([printer]);
    expect(refusalOf(await close([printer, elsewhere]))).toEqual([
      422,
      `${elsewhere.uid} is not part of this incident`,
    ]);
    expect([await statusOf(incident), await statusOf(printer)]).toEqual(["open", "open"]);
  });

  it.each(["open", "closed"])("is refused in the trash, of an incident that is %s", async (status) => {
    await add([printer]);
    if (status === "closed") await world.as("idris").patch(`/tickets/${incident.id}`, { status });
    await world.as("maren").delete(`/tickets/${incident.id}`);
    const asked = { child_ids: [printer.id] };
    const answer = await world.as("maren").post(`/incidents/${incident.id}/close`, asked);
    expect([answer.status, answer.body.code]).toEqual([403, "ticket.in_trash"]);
    expect(await statusOf(printer)).toBe("open");
  });

  it("is one action with one undo; what is closed already stays so", async () => {
    const second = await raise("priya", "Bay 3 has no phone");
    await add([printer, elsewhere, second]);
    await world.as("lena").patch(`/tickets/${second.id}`, { status: "closed" });
    const { body, status } = await close([printer, elsewhere, second]);
    expect([status, body.tickets.length, body.left_out]).toEqual([200, 3, []]);
    const all = [incident, printer, elsewhere, second];
    expect(await Promise.all(all.map(statusOf))).toEqual(["closed", "closed", "closed", "closed"]);
    const undone = await world.as("idris").post(`/tickets/undo/${body.group_id}`);
    expect(undone.body.kept).toEqual([]);
    expect(await Promise.all(all.map(statusOf))).toEqual(["open", "open", "open", "closed"]);
  });

  it("leaves out and names what changed since it was chosen", async () => {
    const second = await raise("priya", "Bay 3 has no phone");
    await add([printer, elsewhere, second]);
    const out = (await reportersOf()).find(({ uid }) => uid === second.uid);
    await world.as("idris").delete(`/tickets/${second.id}/links/${out?.link_id}`);
    await merge(await raise("tomas", "My phones"), printer);
    const { body } = await close([printer, elsewhere, second]);
    expect(
      body.left_out.map(({ uid, why }: { uid: string; why: string }) => [uid, why]).toSorted(byText),
    ).toEqual(
      [
        [printer.uid, "merged"],
        [second.uid, "unlinked"],
      ].toSorted(byText),
    );
    expect(await statusOf(elsewhere)).toBe("closed");
    expect(await statusOf(second)).toBe("open");
  });

  it("answers its reporters with a comment, and closes all the same", async () => {
    await add([printer, elsewhere]);
    const { body } = await close([printer, elsewhere], { comment: "{{ticket.uid}} is solved." });
    expect(body.tickets).toHaveLength(3);
    for (const [name, ticket] of [
      ["tomas", printer],
      ["helena", elsewhere],
    ] as const) {
      expect((await ticketOf(ticket, name)).status).toBe("closed");
      const { comments } = (await world.as(name).get(`/tickets/${ticket.id}/comments`)).body;
      expect(comments.map(({ comment }: { comment: string }) => comment)).toEqual([
        `${ticket.uid} is solved.`,
      ]);
    }
  });

  it("is nothing that reopening one of them takes back for the others", async () => {
    await add([printer, elsewhere]);
    await close([printer, elsewhere]);
    await world.as("tomas").post(`/tickets/${printer.id}/comments`, { comment: "Not with us." });
    expect([await statusOf(incident), await statusOf(printer), await statusOf(elsewhere)]).toEqual([
      "closed",
      "open",
      "closed",
    ]);
    expect((await reportersOf()).map(({ uid, news }) => [uid, news])).toEqual([
      [printer.uid, 1],
      [elsewhere.uid, 0],
    ]);
  });
});
