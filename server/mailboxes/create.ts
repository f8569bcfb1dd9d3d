import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import type { mailboxes } from "#contract/mailboxes.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { getMailbox } from "./read.ts";
import { refuseUnfit, withFreeAddress } from "./refuse-unfit.ts";
import { forgetMailboxSecrets, saveSecrets } from "./secrets.ts";
import { completeSettings, findUselessSecrets } from "./settings.ts";

type New = z.output<typeof mailboxes.create.body>;

/** Adds a mailbox, whose principal comes with its row; the first one becomes the default. */
export async function createMailbox(ctx: Ctx, wanted: New) {
  const { password, client_secret, refresh_token, smtp_password, ...given } = wanted;
  const settings = completeSettings(given);
  await lockMailboxes(ctx);
  const present = await countMailboxes(ctx);
  if (present >= LIMITS.mailboxes) throw refuse(409, "mailbox.too_many");
  await refuseUnfit(ctx, settings);
  const id = randomUUID();
  await withFreeAddress(
    ctx.db
      .insertInto("mailboxes")
      .values({ id, ...settings, is_default: present === 0, state_since: ctx.now, created_at: ctx.now })
      .execute(),
  );
  await saveSecrets(ctx, id, { password, client_secret, refresh_token, smtp_password });
  await forgetMailboxSecrets(ctx.db, id, findUselessSecrets(settings));
  await recordEvent(ctx, { id, kind: "mailbox.created", after: settings });
  return getMailbox(ctx, id);
}

/** Lets one mailbox be added at a time, so that only one can be the first. */
async function lockMailboxes(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('waypost mailboxes'))`.execute(ctx.db);
}

async function countMailboxes(ctx: Ctx): Promise<number> {
  const { total } = await ctx.db
    .selectFrom("mailboxes")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return total;
}
