import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson, makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
let sofia: string;
beforeAll(async () => {
  world = await makeWorld();
  sofia = await makePerson(
    world.db,
    { email: "sofia@kestrel.test", fullname: "Sofia Lindgren", role: "Client", company: "kestrel" },
    world.companies,
  );
});
afterAll(async () => {
  await world.end();
});

const raise = async (by: Name, more: object = {}): Promise<string> =>
  (await world.as(by).post("/tickets", { subject: "Scanner jams", issue: "Bay 3", ...more })).body.ticket.id;
const bring = (by: Name, ticket: string, user_id: string) =>
  world.as(by).post(`/tickets/${ticket}/participants`, { user_id });

const find = (by: Name, ticket: string, search = "") =>
  world.as(by).get(`/tickets/${ticket}/colleagues`, search ? { search } : {});

describe("bringing a colleague onto a ticket", () => {
  it("is for people of the ticket's company and for staff, each as far as they see it", async () => {
    const ticket = await raise("tomas");
    for (const [name, status] of Object.entries({
      maren: 201,
      rafael: 201,
      lena: 201,
      idris: 201,
      priya: 201,
      tomas: 201,
      helena: 404,
      jonas: 404,
      nobody: 403,
    } as const satisfies Record<Name, number>)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those names
      expect([name, (await bring(name as Name, ticket, sofia)).status]).toEqual([name, status]);
    }
  });

  it("brings colleagues alone: somebody else is told apart from nobody by no answer", async () => {
    const ticket = await raise("tomas");
    const answers = await Promise.all(
      [world.idOf("jonas"), world.idOf("idris"), "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f"].map((id) =>
        bring("tomas", ticket, id),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [422, "ticket.participant_unfit"]),
    );
  });

  it("shows the ticket to the colleague, and says in its history who did it", async () => {
    const ticket = await raise("tomas");
    const token = await world.tokenOf("tomas");
    expect(token).not.toBe("");
    const { body } = await bring("tomas", ticket, sofia);
    expect(body.participants).toMatchObject([{ user_id: sofia, fullname: "Sofia Lindgren" }]);
    const { items } = (await world.as("tomas").get(`/tickets/${ticket}/history`)).body;
    expect(items.at(-1)).toMatchObject({ kind: "ticket.participant_added", by: "Tomás Aguilar" });
    expect((await bring("tomas", ticket, sofia)).body.participants).toHaveLength(1);
  });

  it("is refused on a confidential ticket, for an inactive company, and by a guest on another company's", async () => {
    const ticket = await raise("tomas");
    await world.db.updateTable("tickets").set({ confidential: true }).where("id", "=", ticket).execute();
    expect((await bring("tomas", ticket, sofia)).status).toBe(403);
    expect((await bring("idris", ticket, sofia)).status).toBe(201);
    const guests = await raise("tomas");
    await bring("idris", guests, world.idOf("jonas"));
    expect((await bring("jonas", guests, world.idOf("helena"))).status).toBe(403);
    await world.db
      .updateTable("companies")
      .set({ is_active: false })
      .where("id", "=", world.companies.kestrel)
      .execute();
    const refused = await bring("tomas", guests, sofia);
    await world.db
      .updateTable("companies")
      .set({ is_active: true })
      .where("id", "=", world.companies.kestrel)
      .execute();
    expect([refused.status, refused.body.code]).toEqual([403, "auth.company_inactive"]);
  });
});

describe("the colleagues that may be brought", () => {
  it("are names of the own company, without oneself and those who are on the ticket", async () => {
    const ticket = await raise("tomas");
    const { status, body } = await find("tomas", ticket);
    expect(status).toBe(200);
    expect(body.colleagues).toEqual([
      { user_id: world.idOf("priya"), fullname: "Priya Nair" },
      { user_id: sofia, fullname: "Sofia Lindgren" },
    ]);
    await bring("tomas", ticket, sofia);
    expect((await find("tomas", ticket)).body.colleagues).toHaveLength(1);
    expect((await find("tomas", ticket, "nair")).body.colleagues).toHaveLength(1);
    expect((await find("tomas", ticket, "weber")).body.colleagues).toEqual([]);
  });

  it("are nobody's who may bring none", async () => {
    const ticket = await raise("tomas");
    await bring("idris", ticket, world.idOf("jonas"));
    expect((await find("jonas", ticket)).status).toBe(403);
    expect((await find("helena", ticket)).status).toBe(404);
    expect((await find("nobody", ticket)).status).toBe(403);
  });
});
