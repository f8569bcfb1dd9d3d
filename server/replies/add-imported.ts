import type { Language } from "#contract/languages.ts";
import { type RecordingCtx, recordEvent } from "#server/lib/work/history.ts";
import { IMPORT_PRINCIPAL } from "#server/lib/request-context.ts";
import type { Place } from "#server/groups/resolve-audience.ts";
import { refuseTooMany } from "./place.ts";

export type ImportedReply = { name: string; language: Language; body: string };

/**
 * Adds an imported text: to the reply that an earlier import made under this name, else as a new one. What is there already
 * stays as it is, so that nobody's changes are lost where a file is imported again; false then. Refuses 422 too many.
 */
export async function addImported(
  ctx: RecordingCtx,
  { name, language, body }: ImportedReply,
  place: Place,
): Promise<boolean> {
  const { db, now } = ctx;
  const known = await db
    .selectFrom("saved_replies")
    .select(["id", "deleted_at"])
    .where("import_key", "=", name)
    .executeTakeFirst();
  if (known?.deleted_at) return false;
  if (known) return addText(ctx, { reply_id: known.id, language, body });
  await refuseTooMany(ctx);
  const { id } = await db
    .insertInto("saved_replies")
    .values({
      ...place,
      name,
      import_key: name,
      owner_id: IMPORT_PRINCIPAL,
      effects: "{}",
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addText(ctx, { reply_id: id, language, body });
  await recordEvent(ctx, {
    id,
    kind: "reply.created",
    by: IMPORT_PRINCIPAL,
    after: { name, ...place, texts: { [language]: body } },
  });
  return true;
}

async function addText(
  { db, now }: RecordingCtx,
  text: { reply_id: string; language: Language; body: string },
): Promise<boolean> {
  const { n } = await db
    .selectFrom("saved_reply_texts")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("reply_id", "=", text.reply_id)
    .executeTakeFirstOrThrow();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("saved_reply_texts")
    .values({ ...text, position: n })
    .onConflict((conflict) => conflict.columns(["reply_id", "language"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await db
    .updateTable("saved_replies")
    .set((eb) => ({ updated_at: now, version: eb("version", "+", n === 0 ? 0 : 1) }))
    .where("id", "=", text.reply_id)
    .execute();
  return true;
}
