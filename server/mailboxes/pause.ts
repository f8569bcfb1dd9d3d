import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { lockMailbox } from "./change.ts";
import { getMailbox } from "./read.ts";
import { forgetMailboxSecrets } from "./secrets.ts";

/** Takes no mail from a mailbox until somebody resumes it. */
export async function pauseMailbox(ctx: Ctx, id: string) {
  const { active } = await lockMailbox(ctx, id);
  if (!active) return getMailbox(ctx, id);
  await setActive(ctx, id, false);
  await recordEvent(ctx, { id, kind: "mailbox.paused", before: { active: true }, after: { active: false } });
  return getMailbox(ctx, id);
}

export async function resumeMailbox(ctx: Ctx, id: string) {
  const { active } = await lockMailbox(ctx, id);
  if (active) return getMailbox(ctx, id);
  await setActive(ctx, id, true);
  await recordEvent(ctx, { id, kind: "mailbox.changed", before: { active: false }, after: { active: true } });
  return getMailbox(ctx, id);
}

/** Deletes a mailbox and forgets its secrets. Refuses 409 for the default one, which the others fall back to. */
export async function deleteMailbox(ctx: Ctx, id: string): Promise<void> {
  const { is_default, address } = await lockMailbox(ctx, id);
  if (is_default) throw refuse(409, "mailbox.default_stays");
  await forgetMailboxSecrets(ctx.db, id);
  await ctx.db
    .updateTable("mailboxes")
    .set((eb) => ({ deleted_at: ctx.now, active: false, state: "paused", version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await recordEvent(ctx, { id, kind: "mailbox.deleted", before: { address } });
}

async function setActive(ctx: Ctx, id: string, active: boolean): Promise<void> {
  await ctx.db
    .updateTable("mailboxes")
    .set((eb) => ({
      active,
      state: active ? "connecting" : "paused",
      state_since: ctx.now,
      last_error: null,
      told_away_at: null,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}
