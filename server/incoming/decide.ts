import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import type { z } from "zod";
import type { KindOf } from "#contract/events.ts";
import type { incoming } from "#contract/incoming.ts";
import type { IncomingReason, IncomingState } from "#contract/incoming/states.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { lockOpenMail, lockOpenMails, type OpenMail } from "./open-mails.ts";
import { queueAgain } from "./retry.ts";
import { getListed } from "./read.ts";

/** What people decide without anything being made of the mail. */
type Decision = { to: IncomingState; reason: IncomingReason | null; kind: KindOf<"incoming"> };

const DECISIONS = {
  ignore: { to: "ignored", reason: "by_hand", kind: "incoming.ignored" },
  spam: { to: "spam", reason: "by_hand", kind: "incoming.decided" },
  block: { to: "ignored", reason: "blocked_sender", kind: "incoming.blocked" },
  // Back to why it was held.
  restore: { to: "held", reason: null, kind: "incoming.held" },
} as const satisfies Record<string, Decision>;

export async function ignoreMail(ctx: Ctx, id: string) {
  await decideOnOne(ctx, id, "ignore");
  return getListed(ctx, id);
}

export async function restoreMail(ctx: Ctx, id: string) {
  await decideOnOne(ctx, id, "restore");
  return getListed(ctx, id);
}

/** Refuses as `lockOpenMail` does. */
export async function decideOnOne(ctx: Ctx, id: string, what: keyof typeof DECISIONS): Promise<void> {
  await settle(ctx, what, [await lockOpenMail(ctx, id, what)]);
}

type Wish = z.output<typeof incoming.bulk.body>;

/** Decides on those of many mails that are still open to it; of the others nothing is said but that they are. */
export async function decideOnMany(ctx: Ctx, { ids, do: what }: Wish) {
  const open = await lockOpenMails(ctx, ids, what);
  await (what === "retry" ? queueAgain(ctx, open) : settle(ctx, what, open));
  const done = new Set(open.map(({ id }) => id));
  return { done: ids.filter((id) => done.has(id)), skipped: ids.filter((id) => !done.has(id)) };
}

async function settle(ctx: Ctx, what: keyof typeof DECISIONS, mails: OpenMail[]): Promise<void> {
  if (mails.length === 0) return;
  const { to, reason, kind } = DECISIONS[what];
  const isRestored = what === "restore";
  const after = await ctx.db
    .updateTable("incoming_mails")
    .set({
      state: to,
      reason: isRestored ? REASON_BEFORE : reason,
      held_reason: isRestored ? null : sql<IncomingReason | null>`coalesce(held_reason, reason)`,
      decided_at: isRestored ? null : ctx.now,
      decided_by: isRestored ? null : ctx.actor.id,
    })
    .where("id", "=", anyOf(mails.map(({ id }) => id)))
    .returning(["id", "reason"])
    .execute();
  const reasons = new Map(after.map((mail) => [mail.id, mail.reason]));
  await recordEvents(
    ctx,
    mails.map(({ id, state, reason: before }) => ({
      id,
      kind,
      before: { state, reason: before },
      after: { state: to, reason: reasons.get(id) ?? null },
    })),
  );
}

/** What somebody decided is no reason to hold a mail. */
const REASON_BEFORE = sql<IncomingReason | null>`coalesce(held_reason,
  case when reason in ('by_hand', 'blocked_sender', 'nobody_decided') then null else reason end)`;
