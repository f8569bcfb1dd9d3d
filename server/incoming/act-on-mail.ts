import type { ParsedMail } from "#server/lib/mime/parsed-mail.ts";
import { MailNotRead } from "#server/lib/mime/read-in-worker.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { OPEN_TO_ACT, refuseDecided } from "./open-mails.ts";
import { beginWork } from "./process.ts";
import { dropMailFiles, receiveMailFiles } from "./processing/mail-files.ts";
import { OriginalGone, readStored } from "./processing/read-stored.ts";
import type { Outcome, ReadMail, Work } from "./processing/work.ts";
import { lockMail, writeOutcome } from "./processing/write-outcome.ts";

/** Reads the mail before the transaction. Refuses 404, 409 for one that was dealt with, 410 without its original. */
export async function prepareMail(ctx: Ctx, id: string): Promise<ReadMail> {
  const read = (raw: Buffer) => readWhatCanBe(ctx.app, raw);
  const mail = await readStored(ctx.app, id, { states: OPEN_TO_ACT, read }).catch((error: unknown) => {
    throw error instanceof OriginalGone ? refuse(410, "incoming.original_gone") : error;
  });
  if (!mail) throw await refuseDecided(ctx, id);
  return mail;
}

/** Of a mail that is too much for the reader its header: the person who decides has the original for the rest. */
async function readWhatCanBe(app: App, raw: Buffer): Promise<ParsedMail> {
  try {
    return await app.mailReader.readMail(raw);
  } catch (error) {
    if (!(error instanceof MailNotRead) || error.because === "stopped") throw error;
    const { readHeaderAlone } = await import("#server/lib/mime/parse.ts");
    return readHeaderAlone(raw, error.message);
  }
}

/** Acts on a mail in the place of its processing, with its row locked: of two at once the second is refused 409. */
export async function actOnMail<Result>(
  ctx: Ctx,
  mail: ReadMail,
  act: (work: Work) => Promise<Result>,
): Promise<Result> {
  const files = await receiveMailFiles(ctx.app, mail.parsed.files);
  try {
    const row = await lockMail(ctx.db, mail.row.id, OPEN_TO_ACT);
    if (!row) throw await refuseDecided(ctx, mail.row.id);
    return await act(await beginWork(ctx.app, ctx.db, { ...mail, row }, files));
  } finally {
    await dropMailFiles(files);
  }
}

/** Writes down what a person made of the mail, and who did. */
export async function writeDecision(ctx: Ctx, work: Work, outcome: Outcome): Promise<void> {
  const { id } = work.mail.row;
  await writeOutcome(work, { ...outcome, sender: undefined });
  await ctx.db
    .updateTable("incoming_mails")
    .set({ decided_at: ctx.now, decided_by: ctx.actor.id })
    .where("id", "=", id)
    .execute();
  await recordEvent(ctx, {
    id,
    kind: "incoming.decided",
    after: { state: "done", ticket_id: outcome.ticketId ?? null },
  });
}

/** A ticket as the answer names it. */
export async function nameTicket(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom("tickets")
    .select(["id", "uid", "subject"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
