import type { PoolClient } from "pg";
import { PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import type { Population } from "./seed-people.ts";

const VIEWS = 40;
const SHARED = 20;

/** Forty views: half of them for teams and for everyone. Dice of its own, so that a seed gives the same tickets without. */
export async function seedViews(
  client: PoolClient,
  { agents, teams }: Population,
  { seed, until }: { seed: number; until: Date },
): Promise<void> {
  const dice = createSeededRandom(seed ^ 0x76_69);
  const rows = Array.from({ length: VIEWS }, (_, index) => {
    const isShared = index < SHARED;
    const team = isShared && index % 2 === 0 ? teams[index % Math.max(teams.length, 1)] : undefined;
    const owner = agents[index % Math.max(agents.length, 1)];
    const query = {
      ...(index % 3 === 0 ? { status: STATUSES[index % STATUSES.length] } : { active: true }),
      ...(index % 4 === 0 && { priority: PRIORITIES[index % PRIORITIES.length] }),
      ...(team ? { group_id: team } : { mine: true }),
    };
    const audience = team ? "team" : isShared ? "everyone" : "me";
    const texts = [`View ${index + 1}`, audience, team ?? null, owner?.id ?? null, JSON.stringify(query)];
    return [dice.id(), ...texts, until, until];
  });
  if (agents.length === 0) return;
  await copyRows(
    client,
    "views",
    ["id", "name", "audience", "group_id", "owner_id", "query", "created_at", "updated_at"],
    rows,
  );
}
