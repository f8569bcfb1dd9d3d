import type { PoolClient } from "pg";
import { PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { copyRows } from "#server/lib/db/pg-copy.ts";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import type { Population } from "./seed-people.ts";

const REPLIES = 300;
const DAY = 24 * 3_600_000;
/** Days on which one is used, the newest ones most of all. */
const USED_DAYS = 30;

/** Three hundred saved replies, of which every third is a macro. Dice of its own, so that a seed gives the same tickets without. */
export async function seedReplies(
  client: PoolClient,
  { agents, teams }: Population,
  { seed, until }: { seed: number; until: Date },
): Promise<void> {
  if (agents.length === 0) return;
  const dice = createSeededRandom(seed ^ 0x72_65);
  const replies = Array.from({ length: REPLIES }, (_, index) => ({ id: dice.id(), index }));
  const ownerOf = (index: number) => agents[index % agents.length]?.id ?? "";
  await copyRows(
    client,
    "saved_replies",
    ["id", "name", "audience", "group_id", "owner_id", "visibility", "effects", "created_at", "updated_at"],
    replies.map(({ id, index }) => {
      const team = index % 4 === 0 ? teams[index % Math.max(teams.length, 1)] : undefined;
      const audience = team ? "team" : index % 3 === 0 ? "me" : "everyone";
      const effects = index % 3 === 0 ? effectsOf(index) : {};
      const texts = [`Answer ${index + 1}`, audience, team ?? null, ownerOf(index), "any"];
      return [id, ...texts, JSON.stringify(effects), until, until];
    }),
  );
  await copyRows(
    client,
    "saved_reply_texts",
    ["reply_id", "language", "position", "body"],
    replies.flatMap(({ id, index }) => [
      [id, "en", 0, textOf(index)],
      ...(index % 5 === 0 ? [[id, "de", 1, textOf(index)]] : []),
    ]),
  );
  await copyRows(
    client,
    "saved_reply_uses",
    ["reply_id", "user_id", "day", "uses"],
    replies.flatMap(({ id, index }) =>
      Array.from({ length: Math.ceil(USED_DAYS / (1 + (index % 10))) }, (_, ago) => {
        const day = new Date(until.getTime() - ago * DAY).toISOString().slice(0, 10);
        return [id, ownerOf(index + ago), day, 1 + (ago % 3)];
      }),
    ),
  );
}

function effectsOf(index: number) {
  return {
    status: STATUSES[index % STATUSES.length],
    priority: PRIORITIES[index % PRIORITIES.length],
  };
}

function textOf(index: number): string {
  return `Hello {{client.first_name|there}},\n\nabout {{ticket.uid}}: step ${index + 1} is done at {{company.name|your company}}. ${"We look after the rest. ".repeat(1 + (index % 20))}\n\n{{me.name}}`;
}
