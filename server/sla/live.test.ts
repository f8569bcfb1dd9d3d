import { afterAll, beforeAll, expect, it } from "vitest";
import { listenTo } from "../../test/support/event-listener.ts";
import { makeWorld, type Name, type World } from "../../test/support/app-with-people.ts";
import { moveTo, runClocks, switchOn } from "../../test/support/service-levels.ts";

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

it("open lists hear that due times have changed, where their person sees one of the tickets", async () => {
  const listen = async (name: Name) => {
    const listener = await listenTo(address, await world.tokenOf(name));
    await listener.event("ready");
    return listener;
  };
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
