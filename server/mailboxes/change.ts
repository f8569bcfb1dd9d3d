import type { z } from "zod";
import type { MailboxSecretField } from "#contract/mailboxes/mailbox-faults.ts";
import type { mailboxes } from "#contract/mailboxes.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { findChangedFields } from "#server/lib/work/find-changed-fields.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { refuse } from "#server/lib/refusal.ts";
import { getMailbox, type Mailbox } from "./read.ts";
import { refuseUnfit, withFreeAddress } from "./refuse-unfit.ts";
import { forgetMailboxSecrets, saveSecrets } from "./secrets.ts";
import {
  findUselessSecrets,
  fitToKind,
  refuseFaults,
  refuseMisdirected,
  SECRET_KINDS,
  type Secrets,
  type Settings,
} from "./settings.ts";

type Change = z.output<typeof mailboxes.change.body>;

/** Changes a mailbox. Refuses 409 for one that has changed meanwhile, 422 for a kept secret that would go elsewhere. */
export async function changeMailbox(ctx: Ctx, id: string, change: Change) {
  const { base_version, is_default, password, client_secret, refresh_token, smtp_password, ...sent } = change;
  const secrets = { password, client_secret, refresh_token, smtp_password };
  const mailbox = await lockMailbox(ctx, id);
  if (base_version !== undefined && base_version !== mailbox.version)
    throw refuse(409, "request.changed_meanwhile");
  const before = settingsOf(mailbox);
  const after = fitToKind({ ...before, ...findChangedFields<Settings>(before, sent)?.after });
  if (after.name === "") after.name = after.address;
  refuseMisdirected(before, after, secrets);
  refuseFaults(after, await findPresentSecrets(ctx, id, secrets));
  await refuseUnfit(ctx, after, before);
  const changed = findChangedFields<Settings>(before, after);
  const replaced = Object.entries(secrets).flatMap(([field, text]) => (text ? [field] : []));
  const becomesDefault = is_default === true && !mailbox.is_default;
  if (!changed && replaced.length === 0 && smtp_password !== null && !becomesDefault)
    return getMailbox(ctx, id);
  if (becomesDefault) await removeDefault(ctx);
  await withFreeAddress(
    ctx.db
      .updateTable("mailboxes")
      .set((eb) => ({
        ...after,
        is_default: becomesDefault || mailbox.is_default,
        version: eb("version", "+", 1),
        // A mail to an earlier address says nothing about this one.
        ...(after.address === before.address ? {} : { plus_check: null, plus_token: null }),
      }))
      .where("id", "=", id)
      .execute(),
  );
  await saveSecrets(ctx, id, secrets);
  await forgetMailboxSecrets(ctx.db, id, findUselessSecrets(after));
  await recordEvent(ctx, {
    id,
    kind: "mailbox.changed",
    before: { ...changed?.before, ...(becomesDefault ? { is_default: false } : {}) },
    after: {
      ...changed?.after,
      ...(becomesDefault ? { is_default: true } : {}),
      ...(replaced.length > 0 ? { secrets: replaced } : {}),
    },
  });
  return getMailbox(ctx, id);
}

/** Locks a mailbox for a change. Refuses 404 for one that is not there. */
export async function lockMailbox(ctx: Pick<Ctx, "db">, id: string): Promise<Mailbox> {
  const mailbox = await ctx.db
    .selectFrom("mailboxes")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!mailbox) throw refuse(404, "mailbox.not_found");
  return mailbox;
}

function settingsOf({
  id: _id,
  is_default: _isDefault,
  active: _active,
  state: _state,
  state_since: _since,
  last_error: _error,
  last_mail_at: _mail,
  told_away_at: _told,
  plus_check: _check,
  plus_token: _token,
  version: _version,
  created_at: _created,
  deleted_at: _deleted,
  ...settings
}: Mailbox): Settings {
  return settings;
}

async function removeDefault(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable("mailboxes")
    .set((eb) => ({ is_default: false, version: eb("version", "+", 1) }))
    .where("is_default", "=", true)
    .where("deleted_at", "is", null)
    .execute();
}

async function findPresentSecrets(
  { db }: Ctx,
  mailboxId: string,
  sent: Secrets,
): Promise<Partial<Record<MailboxSecretField, boolean>>> {
  const kept = await db
    .selectFrom("mailbox_secrets")
    .select("kind")
    .where("mailbox_id", "=", mailboxId)
    .execute();
  const has = (field: MailboxSecretField) =>
    Boolean(sent[field]) || kept.some(({ kind }) => kind === SECRET_KINDS[field]);
  return {
    password: has("password"),
    client_secret: has("client_secret"),
    refresh_token: has("refresh_token"),
    smtp_password: sent.smtp_password !== null && has("smtp_password"),
  };
}
