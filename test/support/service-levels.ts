import { PRESET_TARGETS } from "#contract/sla/preset.ts";
import { runServiceLevels } from "#server/sla/due/start-renewing.ts";
import type { World } from "./app-with-people.ts";

export const HOUR = 3_600_000;
export const MINUTE = 60_000;

/** Switches service levels on as an administrator does: the preset for everybody, Monday to Friday, 08:00 to 18:00 in UTC. */
export async function switchOn(world: World, targets: object = PRESET_TARGETS) {
  const made = await world
    .as("maren")
    .post("/sla/policies", { name: "Standard", targets, for_everyone: true });
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
  await world.drain();
  return made.body;
}

/** Moves the clock to a time of November 2026, such as "16 08:00", which is a Monday. */
export function moveTo(world: World, time: string): void {
  const [day = "", clock = ""] = time.split(" ");
  world.clock.at = new Date(`2026-11-${day}T${clock.length === 5 ? `${clock}:00` : clock}.000Z`);
}

/** What every process does each minute, and as soon as something happens. */
export const runClocks = (world: World) => runServiceLevels(world.app);
