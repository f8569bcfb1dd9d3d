import { randomUUID } from "node:crypto";
import type { Effects } from "#contract/macros/effects.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findOutsideReaders } from "./readers.ts";

type HeldAnswer = { ticket_id: string; comment: string };
type Carried = { effects: Effects; saved_reply_id: string; group_id: string; seconds: number };

/**
 * Keeps the public answers of one action on many locked tickets for second thoughts, each with what it sets; whoever calls has
 * asked what is asked of them. They are taken back as one, and go out one by one.
 */
export async function holdAnswers(
  ctx: Ctx,
  answers: readonly HeldAnswer[],
  { effects, saved_reply_id, group_id, seconds }: Carried,
): Promise<{ id: string; ticket_id: string; send_at: Date }[]> {
  const send_at = new Date(ctx.now.getTime() + seconds * 1000);
  const rows = [];
  for (const { ticket_id, comment } of answers) {
    const answer = { ticket_id, author_id: ctx.actor.id, visibility: "public" as const };
    rows.push({
      ...answer,
      id: randomUUID(),
      comment,
      mentions: [],
      status: null,
      effects: JSON.stringify(effects),
      saved_reply_id,
      group_id,
      readers: JSON.stringify(await findOutsideReaders(ctx.db, answer)),
      send_at,
      try_at: send_at,
      hold: true,
      stop_if_answered: false,
      created_at: ctx.now,
    });
  }
  await ctx.db.insertInto("scheduled_comments").values(rows).execute();
  return rows.map(({ id, ticket_id }) => ({ id, ticket_id, send_at }));
}
