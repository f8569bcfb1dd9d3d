import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makePerson, makeWorld, PASSWORD, type World } from "../../test/support/app/app-with-people.ts";
import { newClients } from "../../test/support/app/new-clients.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());
beforeEach(() => world.db.deleteFrom("rate_limits").execute());

const { newEmail, makeClient } = newClients(() => world);

describe("deleting and restoring", () => {
  it("refuses oneself, whoever one is", async () => {
    for (const name of ["maren", "priya", "tomas", "idris"] as const) {
      const answer = await world.as(name).delete(`/users/${world.idOf(name)}`);
      expect([answer.status, answer.body.detail]).toEqual([400, "You cannot delete yourself"]);
    }
  });

  it("refuses those who do not manage, with 404 for whom they cannot see", async () => {
    const id = await makeClient();
    expect((await world.as("idris").delete(`/users/${id}`)).status).toBe(403);
    expect((await world.as("rafael").delete(`/users/${id}`)).status).toBe(403);
    expect((await world.as("helena").delete(`/users/${id}`)).status).toBe(404);
    expect((await world.as("tomas").delete(`/users/${id}`)).status).toBe(404);
    expect((await world.as("idris").post(`/users/${id}/restore`)).status).toBe(403);
  });

  it("never lets the last administrator go", async () => {
    const closed = await world.as("maren").call("DELETE", "/users/me");
    expect([closed.status, closed.body.detail]).toEqual([409, "At least one administrator is required"]);
    const second = await makePerson(
      world.db,
      { email: newEmail(), fullname: "Second Admin", role: "administrator", company: "internal" },
      world.companies,
    );
    expect((await world.as("maren").delete(`/users/${second}`)).status).toBe(204);
  });

  it("lets only one of two administrators who delete each other at once", async () => {
    const email = newEmail();
    const second = await makePerson(
      world.db,
      { email, fullname: "Other Admin", role: "administrator", company: "internal" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const other = world.withToken(signedIn.body.access_token);
    const maren = world.as("maren");
    await Promise.all([maren.get("/auth/me"), other.get("/auth/me")]);
    const answers = await Promise.all([
      maren.delete(`/users/${second}`),
      other.delete(`/users/${world.idOf("maren")}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const left = await world.db
      .selectFrom("users")
      .select("id")
      .where("id", "in", [second, world.idOf("maren")])
      .where("deleted_at", "is", null)
      .execute();
    expect(left).toHaveLength(1);
    await world.db
      .updateTable("users")
      .set({ deleted_at: null })
      .where("id", "=", world.idOf("maren"))
      .execute();
    await world.db
      .updateTable("users")
      .set({ deleted_at: world.clock.now() })
      .where("id", "=", second)
      .execute();
  });

  it("signs the deleted out at once, keeps the name on tickets, and gives everything back", async () => {
    const email = newEmail();
    const id = await makePerson(
      world.db,
      { email, fullname: "Short Stay", role: "support_specialist", company: "internal" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken(signedIn.body.access_token);
    const idris = world.as("idris");
    const ticket = { subject: "x", issue: "y", assignee_id: id };
    const open = (await idris.post("/tickets", ticket)).body.ticket.id;
    const closed = (await idris.post("/tickets", { ...ticket, status: "closed" })).body.ticket.id;
    expect((await world.as("maren").delete(`/users/${id}`)).status).toBe(204);
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await idris.get(`/tickets/${open}`)).body.assignee_id).toBeNull();
    expect((await idris.get(`/tickets/${closed}`)).body.assignee_fullname).toBe("Short Stay");
    const edit = await world.as("maren").patch(`/users/${id}`, { city: "Rome" });
    expect(edit.status).toBe(409);
    const restored = await world.as("maren").post(`/users/${id}/restore`);
    expect(restored.body).toMatchObject({ deleted_at: null, roles: [{ name: "support_specialist" }] });
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await world.as().post("/auth/login", { email, password: PASSWORD })).status).toBe(200);
  });

  it("closes the own account without a body, and ends the session", async () => {
    const email = newEmail();
    await makePerson(
      world.db,
      { email, fullname: "Leaving Client", role: "Client", company: "kestrel" },
      world.companies,
    );
    const signedIn = await world.as().post("/auth/login", { email, password: PASSWORD });
    const person = world.withToken(signedIn.body.access_token);
    expect((await person.delete("/users/me")).status).toBe(204);
    expect((await person.get("/auth/me")).status).toBe(401);
    expect((await world.as().post("/auth/login", { email, password: PASSWORD })).status).toBe(401);
  });
});
