import type { PoolClient } from "pg";
import type { CopyValue } from "#server/lib/db/pg-copy.ts";
import { createSeededRandom, type SeededRandom } from "#server/lib/seeded-random.ts";
import type { BulkTicket } from "#server/tickets/create/bulk-insert.ts";
import { drawZipf } from "./vocabulary.ts";

/** Forty words of a help desk; the first are frequent, the last rare. */
const NAMES = (
  "vpn printer password outlook network wi-fi licences backup hardware mfa teams sharepoint laptop phone exchange " +
  "firewall certificate monitor scanner erp onboarding offboarding citrix dns storage camera server switch antivirus " +
  "spam excel pdf browser update docking cable billing training ups rdp"
).split(" ");
/** The share of tickets that have tags. */
const TAGGED = 0.4;

export const TAG_COLUMNS = ["ticket_id", "tag_id", "added_by", "added_at"];

export type SeededTags = {
  /** The tags of a ticket, as TAG_COLUMNS. */
  drawFor(ticket: BulkTicket): CopyValue[][];
};

/** Makes the tags that are not there. Dice of their own, so that a seed gives the same tickets with and without them. */
export async function seedTags(client: PoolClient, seed: number): Promise<SeededTags> {
  await client.query(
    "insert into tags (name) select unnest($1::text[]) on conflict (name) where deleted_at is null do nothing",
    [NAMES],
  );
  const { rows } = await client.query<{ id: string }>(
    "select id from tags where name = any($1) and deleted_at is null order by array_position($1, name)",
    [NAMES],
  );
  const dice = createSeededRandom(seed ^ 0x7a_65);
  return {
    drawFor: ({ id, created, createdBy, assigneeId }) =>
      draw(
        dice,
        rows.map((tag) => tag.id),
      ).map((tagId) => [id, tagId, assigneeId ?? createdBy, created]),
  };
}

/** Mostly one tag, at most three. */
function draw(dice: SeededRandom, ids: string[]): string[] {
  if (!dice.chance(TAGGED)) return [];
  const count = dice.chance(0.7) ? 1 : dice.chance(0.8) ? 2 : 3;
  const drawn = Array.from({ length: count }, () => ids[drawZipf(dice, ids.length)]);
  return [...new Set(drawn)].filter((id) => id !== undefined);
}
