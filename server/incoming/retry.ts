import { sql } from "kysely";
import { anyOf } from "#server/lib/any-of.ts";
import { mayAssignSender } from "#contract/access/users.ts";
import type { IncomingReason } from "#contract/incoming/states.ts";
import { jobs } from "#contract/jobs.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { enqueueAll } from "#server/lib/work/enqueue.ts";
import { recordEvents } from "#server/lib/work/history.ts";
import { lockLivingPerson } from "#server/roles/find-user.ts";
import { writeAddress } from "#server/users/addresses.ts";
import { lockOpenMail, type OpenMail } from "./open-mails.ts";
import { getListed } from "./read.ts";

/** Lets a mail have its turn again, under the rules of now. What came too fast is released. */
export async function retryMail(ctx: Ctx, id: string) {
  await queueAgain(ctx, [await lockOpenMail(ctx, id, "retry")]);
  return getListed(ctx, id);
}

/**
 * Gives the sender's address to somebody known, not proven, and lets the mail have its turn again as theirs. Refuses 403
 * to make a colleague's of it without the right to manage users: mail from there would act with the colleague's rights.
 */
export async function assignSender(ctx: Ctx, id: string, userId: string) {
  const mail = await lockOpenMail(ctx, id, "retry");
  if (mail.from_address === null) throw refuse(422, "incoming.sender_unclear");
  const person = await lockLivingPerson(ctx, userId);
  if (!mayAssignSender(ctx.actor, person)) throw refuse(403, "incoming.colleague_by_administrators");
  await writeAddress(ctx, person, mail.from_address);
  await queueAgain(ctx, [mail]);
  return getListed(ctx, id);
}

/** Puts locked mails back to where they wait for their turn. */
export async function queueAgain(ctx: Ctx, mails: readonly OpenMail[]): Promise<void> {
  if (mails.length === 0) return;
  await ctx.db
    .updateTable("incoming_mails")
    .set({
      state: "stored",
      reason: RELEASED,
      held_reason: null,
      attempts: 0,
      decided_at: ctx.now,
      decided_by: ctx.actor.id,
    })
    .where("id", "=", anyOf(mails.map(({ id }) => id)))
    .execute();
  await recordEvents(
    ctx,
    mails.map(({ id, state, reason }) => ({
      id,
      kind: "incoming.decided",
      before: { state, reason },
      after: { state: "stored" },
    })),
  );
  await enqueueAll(
    ctx,
    jobs.processMail,
    mails.map(({ id }) => ({ id })),
  );
}

/** Processing counts no flood of what somebody released, also after it was ignored meanwhile. */
const RELEASED = sql<IncomingReason | null>`case when coalesce(held_reason, reason) = 'too_many' then 'too_many' end`;
