import type { Player, Stage } from "./callers.ts";
import { comment, makeRow, missing, type Relation, type Target, ticket } from "./make-objects.ts";

/** An answer that goes out later, by who a comment in that relation is by; a deleted one was taken back. */
export async function waitingAnswer(stage: Stage, player: Player, relation: Relation): Promise<Target> {
  const absent = await missing(relation, async () => player.id);
  if (absent) return { id: absent, ticket: (await ticket(stage, player, "own", {})).id };
  const beside = await comment(stage, player, relation === "deleted" ? "own" : relation, "public");
  const now = stage.world.clock.now();
  const id = await makeRow(
    stage,
    "make-waiting-answer",
    `with made as (select gen_random_uuid() as id)
     insert into scheduled_comments (id, ticket_id, author_id, visibility, comment, group_id, send_at, try_at, hold,
       stop_if_answered, state, settled_at, created_at)
     select made.id, k.ticket_id, k.author_id, 'public', 'An answer that waits', made.id, $2, $2, false, false, $3, $4, $5
     from made, comments k where k.id = $1 returning id`,
    [
      beside.id,
      new Date(now.getTime() + 24 * 3_600_000),
      relation === "deleted" ? "cancelled" : "waiting",
      relation === "deleted" ? now : null,
      now,
    ],
  );
  return { id, ticket: beside.ticket };
}
