import { afterAll, beforeAll, expect, it } from "vitest";
import { listenTo } from "../../test/support/app/event-listener.ts";
import { makeWorld, type Name, type World } from "../../test/support/app/app-with-people.ts";
import { moveTo, runClocks, switchOn } from "../../test/support/sla-clock/service-levels.ts";

let world: World;
let address: string;
beforeAll(async () => {
  world = await makeWorld();
  address = await world.fastify.listen({ port: 0, host: "127.0.0.1" });
  moveTo(world, "16 08:00");
  await switchOn(world);
});
afterAll(() => world.end());

const isDue = ({ kind }: Record<string, unknown>) => kind === "ticket.sla_due";

const listen = async (name: Name) => {
  const listener = await listenTo(address, await world.tokenOf(name));
  await listener.event("ready");
  return listener;
};

it("open lists hear that due times have changed, where their person sees one of the tickets", async () => {
  const [idris, tomas, jonas] = [await listen("idris"), await listen("tomas"), await listen("jonas")];
  await world.as("tomas").post("/tickets", { subject: "VPN", issue: "It drops." });
  await runClocks(world);
  for (const listener of [idris, tomas])
    expect((await listener.event("change", isDue)).data).toMatchObject({ topic: "tickets" });
  // Whoever hears of another ticket later has heard everything before it.
  await world.as("jonas").post("/tickets", { subject: "Printer", issue: "Jams." });
  await jonas.event("change", ({ kind }) => kind === "ticket.created");
  expect(jonas.kinds()).not.toContain("ticket.sla_due");
  for (const listener of [idris, tomas, jonas]) listener.close();
});

it("people of a company hear nothing of due times that are not shown to them", async () => {
  const show = async (shown_to_clients: boolean) => {
    const scope = world.companies.kestrel;
    const { body } = await world.as("maren").get(`/sla/assignments/${scope}`);
    const answer = await world
      .as("maren")
      .put(`/sla/assignments/${scope}`, { shown_to_clients, base_assignment_id: body.assignment_id });
    expect(answer.status).toBe(200);
  };
  await show(false);
  const [idris, tomas] = [await listen("idris"), await listen("tomas")];
  await world.as("tomas").post("/tickets", { subject: "VPN", issue: "It drops." });
  await runClocks(world);
  await idris.event("change", isDue);
  const { body } = await world.as("tomas").post("/tickets", { subject: "Printer", issue: "Jams." });
  await tomas.event("change", ({ id }) => id === body.ticket.id);
  expect(tomas.kinds()).not.toContain("ticket.sla_due");
  await show(true);
  for (const listener of [idris, tomas]) listener.close();
});

it("an assignee hears of what is due, of many at once as one; nobody else does", async () => {
  const [idris, lena, tomas] = [await listen("idris"), await listen("lena"), await listen("tomas")];
  const raise = async () => {
    const { body } = await world.as("tomas").post("/tickets", { subject: "VPN", issue: "It drops." });
    await world.as("maren").put(`/tickets/${body.ticket.id}`, { assignee_id: world.idOf("idris") });
    return body.ticket.id;
  };
  moveTo(world, "16 09:00");
  const id = await raise();
  await runClocks(world);
  moveTo(world, "16 12:00");
  await runClocks(world);
  await world.drain();
  expect((await idris.event("warning")).data).toEqual({
    ticket_id: id,
    target: "first_response",
    kind: "due_soon",
    tickets: 1,
  });
  for (let more = 0; more < 6; more += 1)
    // oxlint-disable-next-line no-await-in-loop
    await raise();
  await runClocks(world);
  moveTo(world, "16 17:00");
  await runClocks(world);
  await world.drain();
  const { data } = await idris.event("warning", ({ tickets }) => Number(tickets) > 1);
  expect(data).toMatchObject({ target: "first_response", kind: "overdue" });
  for (const other of [lena, tomas])
    expect(other.heard.filter(({ event }) => event === "warning")).toEqual([]);
  for (const listener of [idris, lena, tomas]) listener.close();
});

it("staff hear whether anybody has a service level, as soon as that changes", async () => {
  const idris = await listen("idris");
  await idris.event("figures", ({ service_levels }) => service_levels === true);
  const { body } = await world.as("maren").get("/sla/assignments/organization");
  const policy_id = body.policy.id;
  const choose = (choice: object, base_assignment_id: string) =>
    world.as("maren").put("/sla/assignments/organization", { ...choice, base_assignment_id });
  const off = await choose({ policy_id: null }, body.assignment_id);
  await idris.event("figures", (data) => !("service_levels" in data));
  const lena = await listen("lena");
  expect((await lena.event("figures")).data).not.toHaveProperty("service_levels");
  await choose({ policy_id }, off.body.assignment_id);
  await lena.event("figures", ({ service_levels }) => service_levels === true);
  for (const listener of [idris, lena]) listener.close();
});
