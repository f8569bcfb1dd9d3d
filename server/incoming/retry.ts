import { jobs } from "#contract/jobs.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { lockLivingPerson } from "#server/roles/find-user.ts";
import { writeAddress } from "#server/users/addresses.ts";
import { refuseDecided } from "./decide.ts";
import { getListed } from "./read.ts";

/** Lets a mail have its turn again, under the rules of now. What came too fast is released. */
export async function retryMail(ctx: Ctx, id: string) {
  const mail = await lockOpenMail(ctx, id);
  await queueAgain(ctx, mail);
  return getListed(ctx, id);
}

/** Gives the sender's address to somebody known, not proven, and lets the mail have its turn again as theirs. */
export async function assignSender(ctx: Ctx, id: string, userId: string) {
  const mail = await lockOpenMail(ctx, id);
  if (mail.from_address === null) throw refuse(422, "incoming.sender_unclear");
  const person = await lockLivingPerson(ctx, userId);
  await writeAddress(ctx, person, mail.from_address);
  await queueAgain(ctx, mail);
  return getListed(ctx, id);
}

type Open = Awaited<ReturnType<typeof lockOpenMail>>;

/** Refuses 404, and 409 for a mail that acts or acted already. */
async function lockOpenMail(ctx: Ctx, id: string) {
  const mail = await ctx.db
    .selectFrom("incoming_mails")
    .select(["id", "state", "reason", "from_address"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!mail) throw refuse(404, "incoming.not_found");
  if (mail.state === "done" || mail.state === "stored") throw await refuseDecided(ctx, id);
  return mail;
}

async function queueAgain(ctx: Ctx, { id, state, reason }: Open): Promise<void> {
  await ctx.db
    .updateTable("incoming_mails")
    .set({
      state: "stored",
      // Processing counts no flood of what somebody released.
      reason: reason === "too_many" ? reason : null,
      attempts: 0,
      decided_at: ctx.now,
      decided_by: ctx.actor.id,
    })
    .where("id", "=", id)
    .execute();
  await recordEvent(ctx, {
    id,
    kind: "incoming.decided",
    before: { state, reason },
    after: { state: "stored" },
  });
  await enqueue(ctx, jobs.processMail, { id });
}
