import { newToken } from "#server/lib/crypto/token.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { lockMailbox } from "./change.ts";
import { readMailboxSecret, saveMailboxSecret } from "./secrets.ts";

/** Milliseconds for which the secret before a new one still signs. */
const BOTH_WORK = 24 * 3_600_000;

/** Makes a new secret for handing in mail by HTTP, answered this once; the one before works for 24 hours more. */
export async function renewHookSecret(ctx: Ctx, id: string): Promise<{ secret: string }> {
  await lockMailbox(ctx, id);
  const before = await readMailboxSecret({ db: ctx.db, sealingKey: ctx.app.sealingKey }, id, "hook");
  if (before !== null) await saveMailboxSecret(ctx, { mailboxId: id, kind: "hook_before", text: before });
  const secret = newToken();
  await saveMailboxSecret(ctx, { mailboxId: id, kind: "hook", text: secret });
  await recordEvent(ctx, { id, kind: "mailbox.changed", after: { secrets: ["hook"] } });
  return { secret };
}

/** Reads the secrets that a mail handed in by HTTP may be signed with: the present one, and for a day the one before. */
export async function readHookSecrets(app: App, id: string): Promise<string[]> {
  const present = await readMailboxSecret(app, id, "hook");
  const replaced = await app.db
    .selectFrom("mailbox_secrets")
    .select("changed_at")
    .where("mailbox_id", "=", id)
    .where("kind", "=", "hook_before")
    .executeTakeFirst();
  const isOver =
    replaced === undefined || app.clock.now().getTime() - replaced.changed_at.getTime() >= BOTH_WORK;
  const before = isOver ? null : await readMailboxSecret(app, id, "hook_before");
  return [present, before].filter((secret) => secret !== null);
}
