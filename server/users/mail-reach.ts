import { mayManageUser } from "#contract/access/users.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { sendUndelivered } from "#server/lib/work/bounced-mails.ts";
import { findBounce, forgetBounce } from "#server/mail/bounced-addresses.ts";
import { findPerson, lockLivingPerson } from "#server/roles/find-user.ts";

/** Reads whether mail reaches a person whom the caller may edit. */
export async function getMailReach(ctx: Ctx, id: string) {
  const person = await findPerson(ctx, id);
  if (!mayManageUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const bounce = await findBounce(ctx.db, person.email);
  return {
    address: person.email,
    bounced: bounce && { since: bounce.since.toISOString(), reason: bounce.reason },
  };
}

/** Mails a person again whose address was marked, beginning with what they missed in the last days (rule 646). */
export async function tryMailAgain(ctx: Ctx, id: string) {
  const person = await lockLivingPerson(ctx, id);
  if (!mayManageUser(ctx.actor, person)) throw refuse(403, "auth.not_allowed");
  const tried = await tryAddress(ctx, person.email);
  if (!tried) return { queued: 0 };
  const { queued, reason } = tried;
  await recordEvent(ctx, {
    id,
    kind: "user.mail_tried_again",
    companyId: person.company_id,
    before: { address: person.email, reason },
    after: { queued },
  });
  return { queued };
}

/** Mails an address again, beginning with what it missed; null where mail goes there anyway. */
export async function tryAddress(
  ctx: Pick<Ctx, "app" | "db" | "now">,
  email: string,
): Promise<{ queued: number; reason: string } | null> {
  const bounce = await findBounce(ctx.db, email);
  if (!bounce) return null;
  await forgetBounce(ctx.db, email);
  return { queued: await sendUndelivered(ctx, email), reason: bounce.reason };
}
