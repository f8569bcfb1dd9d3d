import { seal, unseal } from "#server/lib/crypto/sealed.ts";
import type { App, Ctx, Db } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { SECRET_KINDS, type SecretKind, type Secrets } from "./settings.ts";

/**
 * Reads a secret of a mailbox. Null where there is none, or where it was sealed with a key that is not here any more:
 * then somebody has to enter it again.
 */
export async function readMailboxSecret(
  app: Pick<App, "db" | "sealingKey">,
  mailboxId: string,
  kind: SecretKind,
): Promise<string | null> {
  const row = await app.db
    .selectFrom("mailbox_secrets")
    .select("value")
    .where("mailbox_id", "=", mailboxId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  const key = app.sealingKey.find();
  return row && key ? unseal(key, placeOf(mailboxId, kind), row.value) : null;
}

/** Keeps a secret in the place of the one before. Refuses 409 where there is no key that every instance has. */
export async function saveMailboxSecret(
  ctx: Pick<Ctx, "app" | "db" | "now">,
  { mailboxId, kind, text }: { mailboxId: string; kind: SecretKind; text: string },
): Promise<void> {
  const key = ctx.app.sealingKey.findOrMake();
  if (key === null) throw refuse(409, "mailbox.no_secret_key");
  const value = seal(key, placeOf(mailboxId, kind), text);
  await ctx.db
    .insertInto("mailbox_secrets")
    .values({ mailbox_id: mailboxId, kind, value, changed_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(["mailbox_id", "kind"]).doUpdateSet({ value, changed_at: ctx.now }),
    )
    .execute();
}

/** Forgets some secrets of a mailbox, or all of them. */
export async function forgetMailboxSecrets(
  db: Db,
  mailboxId: string,
  kinds?: readonly SecretKind[],
): Promise<void> {
  await db
    .deleteFrom("mailbox_secrets")
    .where("mailbox_id", "=", mailboxId)
    .$if(kinds !== undefined, (rows) => rows.where("kind", "in", [...(kinds ?? [])]))
    .execute();
}

/** An empty secret is one that was not typed: the kept one stays. */
export async function saveSecrets(
  ctx: Pick<Ctx, "app" | "db" | "now">,
  mailboxId: string,
  secrets: Secrets,
): Promise<void> {
  for (const field of ["password", "client_secret", "refresh_token", "smtp_password"] as const) {
    const text = secrets[field];
    if (text === null) await forgetMailboxSecrets(ctx.db, mailboxId, [SECRET_KINDS[field]]);
    else if (text) await saveMailboxSecret(ctx, { mailboxId, kind: SECRET_KINDS[field], text });
  }
}

/** A sealed value opens in the row that it was made for, and in no other. */
/** Whether a kept secret opens with the key that is here. */
export function canOpenSecret(
  key: Buffer | null,
  { mailboxId, kind, value }: { mailboxId: string; kind: string; value: Buffer },
): boolean {
  return key !== null && unseal(key, placeOf(mailboxId, kind), value) !== null;
}

function placeOf(mailboxId: string, kind: string): string {
  return `mailbox_secrets ${mailboxId} ${kind}`;
}
