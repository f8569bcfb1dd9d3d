import { randomUUID } from "node:crypto";
import type { Player, Stage } from "./callers.ts";
import { makeAction, makeRow, missing, type Relation, type Target, ticket } from "./make-objects.ts";

/** A link of a ticket of this relation to one of the player's own; `ticket` is the one of the relation. */
export async function link(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const from = await ticket(stage, player, relation === "deleted" ? "own" : relation, {});
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: (await ticket(stage, player, "own", {})).id };
  const to = await ticket(stage, player, "own", {});
  if (relation === "deleted") return { id: randomUUID(), ticket: from.id };
  return { id: await insertLink(stage, [from.id, to.id, player.id]), ticket: from.id };
}

/** The group of an action that linked a ticket of this relation to another one. */
export async function linking(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const from = await ticket(stage, player, "own", {});
  const to = await ticket(stage, player, "own", {});
  const id = await insertLink(stage, [from.id, to.id, player.id]);
  const row = { id, from_ticket_id: from.id, to_ticket_id: to.id, kind: "duplicate" };
  return makeAction(
    stage,
    [player, relation],
    ["ticket.linked", "internal", "{}", JSON.stringify({ link: "WP-1", row })],
  );
}

/** An incident in this relation; `ticket` is one of the player's own that belongs to it. */
export async function incident(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const { id } = await ticket(stage, player, relation, {});
  const child = await ticket(stage, player, "own", {});
  const absent = await missing(relation, async () => player.id);
  if (!absent) await insertLink(stage, [child.id, id, player.id], "child");
  return { id, ticket: child.id };
}

function insertLink(
  stage: Stage,
  pairAndAuthor: [string, string, string],
  kind: "duplicate" | "child" = "duplicate",
): Promise<string> {
  return makeRow(
    stage,
    "make-link",
    `insert into ticket_links (id, from_ticket_id, to_ticket_id, kind, created_by, created_at)
     values ($1, $2, $3, $6, $4, $5) returning id`,
    [randomUUID(), ...pairAndAuthor, stage.world.clock.now(), kind],
  );
}
