import { randomUUID } from "node:crypto";
import type { Player, Stage } from "./callers.ts";
import { makeRow, missing, type Relation, type Target, ticket } from "./make-objects.ts";

/** A merge into a ticket of this relation; `ticket` is that one. */
export async function merged(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: (await ticket(stage, player, "own", {})).id };
  const kept = await ticket(stage, player, relation, {});
  const part = await ticket(stage, player, "own", {});
  const id = await makeRow(
    stage,
    "make-merge",
    `with aside as (
        update tickets set merged_into_id = $3, deleted_at = $5, deleted_by = $4 where id = $2 returning id),
      led as (update ticket_numbers set ticket_id = $3, kind = 'merged' where ticket_id = $2)
     insert into ticket_merges (id, kind, ticket_id, into_id, group_id, merged_by, merged_at, settled)
     select $1, 'merge', id, $3, $1, $4, $5, '{}' from aside returning id`,
    [randomUUID(), part.id, kept.id, player.id, stage.world.clock.now()],
  );
  return { id, ticket: kept.id };
}

/** The number of a ticket of this relation, by which it is asked for. */
export async function number(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: "WP-999999999", ticket: absent };
  const of = await ticket(stage, player, relation, {});
  const { uid } = await stage.world.db
    .selectFrom("tickets")
    .select("uid")
    .where("id", "=", of.id)
    .executeTakeFirstOrThrow();
  return { id: uid, ticket: of.id };
}

/** A ticket of this relation with a public comment of the player. */
export async function onTicket(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const on = await ticket(stage, player, relation, {});
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: on.id, ticket: on.id };
  const comment = await makeRow(
    stage,
    "make-comment-to-split",
    `insert into comments (ticket_id, origin_ticket_id, author_id, visibility, comment, created_at)
     values ($1, $1, $2, 'public', 'Another matter', $3) returning id`,
    [on.id, player.id, stage.world.clock.now()],
  );
  return { id: comment, ticket: on.id };
}
