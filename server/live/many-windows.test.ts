import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";
import { listenTo } from "../../test/support/app/event-listener.ts";
import { makeCustomers } from "../../test/support/app/signed-in-people.ts";
import { watchStatements } from "../../test/support/database/watch-statements.ts";

let world: World;
let address: string;
let ticket: string;

beforeAll(async () => {
  world = await makeWorld();
  address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
  ticket = (await world.as("tomas").post("/tickets", { subject: "Router", issue: "Restarts." })).body.ticket
    .id;
});
afterAll(() => world.end());

/** How often the app has sent such a statement since. */
function countStatements(part: string): () => number {
  let count = 0;
  onTestFinished(
    watchStatements((text) => {
      if (text.includes(part)) count += 1;
    }),
  );
  return () => count;
}

async function listen(token: string) {
  const listener = await listenTo(address, token);
  onTestFinished(listener.close);
  return listener;
}

it("a change asks the database for those alone whom it may concern, however many windows are open", async () => {
  const strangers = await makeCustomers(world.pool.options, 12);
  const [client] = await Promise.all([
    listen(await world.tokenOf("tomas")),
    ...strangers.map(({ token }) => listen(token)),
  ]);
  const asked = countStatements("waypost.asker");
  await world.as("idris").put(`/tickets/${ticket}`, { subject: "The new router" });
  await client.event("change", ({ id }) => id === ticket);
  // Nobody hears a change before all have heard the one before it.
  await world.as("idris").put(`/tickets/${ticket}`, { subject: "The old router" });
  await expect
    .poll(() => client.heard.filter(({ data }) => data["kind"] === "ticket.changed").length)
    .toBe(2);
  expect(asked()).toBeGreaterThan(0);
  expect(asked()).toBeLessThan(strangers.length);
});

it("people who share tickets, follow one or lose it hear of it, and nobody else", async () => {
  const heard = async (name: "priya" | "jonas", tell: () => Promise<unknown>) => {
    const listener = await listen(await world.tokenOf(name));
    await tell();
    await listener.event("change", ({ id }) => id === ticket);
  };
  await heard("priya", () =>
    world.as("idris").put(`/tickets/${ticket}`, { subject: "A colleague's router" }),
  );
  await heard("jonas", () =>
    world.as("idris").post(`/tickets/${ticket}/participants`, { user_id: world.idOf("jonas") }),
  );
  await heard("jonas", () =>
    world.as("idris").delete(`/tickets/${ticket}/participants/${world.idOf("jonas")}`),
  );
  const [stranger] = await makeCustomers(world.pool.options, 1);
  const [nobody, client] = [await listen(stranger?.token ?? ""), await listen(await world.tokenOf("tomas"))];
  await world.as("idris").put(`/tickets/${ticket}`, { subject: "Router" });
  await client.event("change", ({ id }) => id === ticket);
  expect(nobody.kinds()).toEqual([]);
});

it("the rights of all who listen are looked up together", async () => {
  const windows = await Promise.all(
    Array.from({ length: 6 }, async () => listen(await world.tokenOf("tomas"))),
  );
  const asked = countStatements("with ordinality as given (hash, place)");
  await world.as("maren").patch(`/companies/${world.companies.kestrel}`, { urgent_allowed: false });
  for (const window of windows) await window.ended();
  expect(asked()).toBeGreaterThan(0);
  expect(asked()).toBeLessThan(windows.length);
});
