import * as fc from "../../test/support/property-seed.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const CLIENTS = ["priya", "tomas", "helena", "jonas"] as const;
const ACTORS: Name[] = ["maren", "rafael", "idris", "nobody", ...CLIENTS];
const COMPANIES = ["kestrel", "aster"] as const;
const HOME = { priya: "kestrel", tomas: "kestrel", helena: "aster", jonas: "aster" } as const;

const Drawn = fc.record({
  client: fc.option(fc.constantFrom(...CLIENTS)),
  company: fc.option(fc.constantFrom(...COMPANIES)),
  confidential: fc.boolean(),
  deleted: fc.boolean(),
  participants: fc.uniqueArray(fc.constantFrom(...CLIENTS), { maxLength: 2 }),
  notes: fc.array(fc.constantFrom("public", "internal"), { maxLength: 3 }),
});
type Drawn = typeof Drawn extends fc.Arbitrary<infer T> ? T : never;
const Sharing = fc.record({
  kestrel: fc.constantFrom("own" as const, "company" as const),
  aster: fc.constantFrom("own" as const, "company" as const),
});
type Sharing = typeof Sharing extends fc.Arbitrary<infer T> ? T : never;

/** Rules 52, 85 and 440, one sentence a line. */
function sees(actor: Name, ticket: Drawn, sharing: Sharing): boolean {
  if (ticket.deleted) return actor === "maren";
  if (actor === "nobody") return false;
  if (actor !== "priya" && actor !== "tomas" && actor !== "helena" && actor !== "jonas") return true;
  if (ticket.client === actor || ticket.participants.includes(actor)) return true;
  if (ticket.company !== HOME[actor] || ticket.confidential) return false;
  return actor === "priya" || actor === "helena" || sharing[HOME[actor]] === "company";
}

describe("seeing tickets", () => {
  it("is for everybody exactly what the rules say: list, counts, search, detail, comments, files and history", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Drawn, { minLength: 1, maxLength: 5 }), Sharing, async (drawn, sharing) => {
        const word = `run${(runs += 1)}x`;
        await settle(sharing);
        const ids = await Promise.all(drawn.map((ticket) => insert(ticket, word)));
        for (const actor of ACTORS) await compare(actor, drawn, ids, sharing, word);
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

let runs = 0;

async function compare(actor: Name, drawn: Drawn[], ids: string[], sharing: Sharing, word: string) {
  const caller = world.as(actor);
  const staff = !CLIENTS.some((each) => each === actor);
  const list = await caller.get("/tickets", { search: word, per_page: "1000" });
  const expected = ids.filter((_, at) => drawn[at] && !drawn[at].deleted && sees(actor, drawn[at], sharing));
  if (actor === "nobody") expect(list.status).toBe(403);
  else {
    const got: string[] = list.body.items.map((row: { id: string }) => row.id);
    expect(got.toSorted(), actor).toEqual(expected.toSorted());
    expect(list.body.meta.total).toBe(expected.length);
    expect(list.body.meta.counts).toEqual(expected.length === 0 ? {} : { open: expected.length });
  }
  for (const [at, id] of ids.entries()) {
    const ticket = drawn[at];
    if (!ticket) continue;
    const refused = actor === "nobody" ? 403 : 404;
    const status = sees(actor, ticket, sharing) ? 200 : refused;
    const [detail, comments, history, people] = await Promise.all(
      ["", "/comments", "/history", "/participants"].map((part) => caller.get(`/tickets/${id}${part}`)),
    );
    const answers = [detail, comments, history, people].map((answer) => answer?.status);
    expect(answers, `${actor} ${JSON.stringify(ticket)} ${JSON.stringify(sharing)}`).toEqual(
      answers.map(() => status),
    );
    if (status !== 200) continue;
    const readable = staff ? ticket.notes.length : ticket.notes.filter((each) => each === "public").length;
    expect(comments?.body.total).toBe(readable);
    if (!staff) expect(comments?.text).not.toContain("An internal text");
  }
}

async function settle(sharing: Sharing): Promise<void> {
  for (const company of COMPANIES)
    await world.db
      .updateTable("companies")
      .set({ sharing: sharing[company] })
      .where("id", "=", world.companies[company])
      .execute();
}

/** Inserts through the API where possible, and past it for states that only older data and other features make. */
async function insert(drawn: Drawn, word: string): Promise<string> {
  const raised = await world.as("idris").post("/tickets", { subject: `Any ${word}`, issue: "x" });
  const { id } = raised.body.ticket;
  await world.db
    .updateTable("tickets")
    .set({
      client_id: drawn.client === null ? null : world.idOf(drawn.client),
      company_id: drawn.company === null ? null : world.companies[drawn.company],
      confidential: drawn.confidential,
    })
    .where("id", "=", id)
    .execute();
  for (const visibility of drawn.notes)
    await world.as("idris").post(`/tickets/${id}/comments`, { comment: `An ${visibility} text`, visibility });
  for (const name of drawn.participants)
    await world.as("idris").post(`/tickets/${id}/participants`, { user_id: world.idOf(name) });
  if (drawn.deleted) await world.as("maren").delete(`/tickets/${id}`);
  return id;
}
