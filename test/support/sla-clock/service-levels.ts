import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { runServiceLevels } from "#server/sla/due/start-renewing.ts";
import { onTestFinished } from "vitest";
import { makeWorld, openBeside, type Name, type World } from "../app/app-with-people.ts";

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** Switches service levels on as an administrator does: the preset for everybody, Monday to Friday, 08:00 to 18:00 in UTC. */
export async function switchOn(world: World) {
  const made = await world
    .as("maren")
    .post("/sla/policies", { name: "Standard", targets: PRESET_TARGETS, for_everyone: true });
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
  await world.drain();
  return made.body;
}

/** A world in which everybody has the usual service level since Monday, November 16, 08:00. */
export async function makeMeasuredWorld(): Promise<World> {
  const world = await makeWorld();
  moveTo(world, "16 08:00");
  await switchOn(world);
  return world;
}

/** Raises a ticket as somebody, and answers its id. */
export async function raise(world: World, more: object = {}, name: Name = "tomas"): Promise<string> {
  const body = { subject: "VPN", issue: "It drops.", ...more };
  return (await world.as(name).post("/tickets", body)).body.ticket.id;
}

/** A second process that has heard of the service levels, until the test is over. */
export async function openSecond(world: World) {
  const second = await openBeside(world);
  onTestFinished(() => second.close());
  await second.app.serviceLevels.refresh();
  return second;
}

/** Moves the clock to a time of November 2026, such as "16 08:00", which is a Monday. */
export function moveTo(world: World, time: string): void {
  const [day = "", clock = ""] = time.split(" ");
  world.clock.at = new Date(`2026-11-${day}T${clock.length === 5 ? `${clock}:00` : clock}.000Z`);
}

/** What every process does each minute, and as soon as something happens. */
export const runClocks = ({ app }: Pick<World, "app">) => runServiceLevels(app);
