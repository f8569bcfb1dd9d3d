import { sql } from "kysely";
import { mayManageUser } from "#contract/access/users.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
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
  if (!bounce) return { address: person.email, bounced: null };
  const asked = await findUnsentReset(ctx.app.db, id);
  return {
    address: person.email,
    bounced: {
      since: bounce.since.toISOString(),
      reason: bounce.reason,
      reset_asked_at: asked?.toISOString() ?? null,
    },
  };
}

/** Whoever asked for it is told nothing (rule 646), and the link does not go out with the next try. */
async function findUnsentReset(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(l.created_at) as at
    from action_links l join mails m on m.dedupe_key = 'link:' || encode(l.token_hash, 'hex')
    where l.user_id = ${userId} and l.purpose = 'reset_password' and m.state in ('skipped', 'bounced')`.execute(
    db,
  );
  return rows[0]?.at ?? null;
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
