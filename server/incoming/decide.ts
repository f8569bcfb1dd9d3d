import { sql } from "kysely";
import type { z } from "zod";
import type { KindOf } from "#contract/events.ts";
import type { incoming } from "#contract/incoming.ts";
import type { IncomingReason, IncomingState } from "#contract/incoming/states.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { getListed } from "./read.ts";

/** What people decide without anything being made of the mail. */
type Decision = {
  /** States in which a mail can be decided on in this way; in any other somebody was there before. */
  from: readonly IncomingState[];
  to: IncomingState;
  reason: IncomingReason | null;
  kind: KindOf<"incoming">;
};

const WAITING = ["held", "failed"] as const;
const DECISIONS = {
  ignore: { from: [...WAITING, "spam"], to: "ignored", reason: "by_hand", kind: "incoming.ignored" },
  spam: { from: [...WAITING, "ignored"], to: "spam", reason: "by_hand", kind: "incoming.decided" },
  block: { from: [...WAITING, "spam"], to: "ignored", reason: "blocked_sender", kind: "incoming.blocked" },
  // Back to why it was held.
  restore: { from: ["ignored", "spam"], to: "held", reason: null, kind: "incoming.held" },
} as const satisfies Record<string, Decision>;

export async function ignoreMail(ctx: Ctx, id: string) {
  await decideOnOne(ctx, id, "ignore");
  return getListed(ctx, id);
}

export async function restoreMail(ctx: Ctx, id: string) {
  await decideOnOne(ctx, id, "restore");
  return getListed(ctx, id);
}

/** Refuses 404, and 409 with who decided and when. The mail's row stays locked, so that of two at once one comes second. */
export async function decideOnOne(ctx: Ctx, id: string, what: keyof typeof DECISIONS): Promise<void> {
  const [mail] = await lockMails(ctx, [id]);
  if (!mail) throw refuse(404, "incoming.not_found");
  if (!isOpenTo(what, mail)) throw await refuseDecided(ctx, id);
  await settle(ctx, what, [mail]);
}

type Wish = z.output<typeof incoming.bulk.body>;

/** Decides on those of many mails that are still open to it; of the others nothing is said but that they are. */
export async function decideOnMany(ctx: Ctx, { ids, do: what }: Wish) {
  const open = (await lockMails(ctx, ids)).filter((mail) => isOpenTo(what, mail));
  await settle(ctx, what, open);
  const done = new Set(open.map(({ id }) => id));
  return { done: ids.filter((id) => done.has(id)), skipped: ids.filter((id) => !done.has(id)) };
}

type Locked = { id: string; state: IncomingState; reason: IncomingReason | null };

/** In the order of their ids, so that two decisions on many never deadlock. */
async function lockMails(ctx: Ctx, ids: readonly string[]): Promise<Locked[]> {
  return ctx.db
    .selectFrom("incoming_mails")
    .select(["id", "state", "reason"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

function isOpenTo(what: keyof typeof DECISIONS, { state }: Locked): boolean {
  const { from }: Decision = DECISIONS[what];
  return from.includes(state);
}

async function settle(ctx: Ctx, what: keyof typeof DECISIONS, mails: Locked[]): Promise<void> {
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
    .where("id", "=", sql<string>`any(${mails.map(({ id }) => id)}::uuid[])`)
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

/** The refusal of a decision on a mail that was dealt with, with the facts. */
export async function refuseDecided(ctx: Ctx, id: string) {
  const { state, reason, ticket, decided_by_fullname, decided_at } = await getListed(ctx, id);
  return refuse(409, "incoming.decided_already", {
    extensions: { decided: { state, reason, ticket, by_fullname: decided_by_fullname, at: decided_at } },
  });
}
