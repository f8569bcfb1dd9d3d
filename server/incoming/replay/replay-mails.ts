import { rewriteComment } from "#server/comments/rewrite.ts";
import { MailNotRead } from "#server/lib/mime/read-in-worker.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { recordEvent, type RecordingCtx } from "#server/lib/work/history.ts";
import { rewriteIssue } from "#server/tickets/change/rewrite-issue.ts";
import { settle } from "../process.ts";
import { OriginalGone, readStored } from "../processing/read-stored.ts";
import type { ReadMail } from "../processing/work.ts";
import { PARSER } from "../processing/write-outcome.ts";
import { compareDone, type Difference } from "./compare-done.ts";
import { type Listed, listReplayed, type Wish } from "./list-replayed.ts";

/*
 * Mails are read once more, by a reader that has learned since or under rules that changed. What was not done has its turn
 * anew, as itself: whatever it does it does once, since its row is locked in the state in which it was found. Of what was
 * done the text is compared with the one that the mail makes now. Nobody is mailed about any of it.
 */

export type Replayed = Listed & {
  /** What became of it; `left`: its text is a person's by now, or its original is gone. */
  became: "done" | "not_done" | "same" | "differs" | "rewritten" | "left";
  /** Where it was done: the ticket's number as people know it. */
  ticket: string | null;
  reason: string | null;
  difference: Difference | null;
};

type Options = {
  /** Nothing is processed and nothing written. */
  dryRun: boolean;
  /** Texts that differ are written. */
  apply: boolean;
  signal: AbortSignal;
};

export async function* replayMails(
  app: App,
  wish: Wish,
  { dryRun, apply, signal }: Options,
): AsyncGenerator<Replayed> {
  for (const listed of await listReplayed(app.db, wish)) {
    signal.throwIfAborted();
    const mail = await readAgain(app, listed);
    const left = { ...listed, became: "left" as const, ticket: null, difference: null };
    if (typeof mail === "string") yield { ...left, reason: mail };
    else if (listed.state === "done") yield await replayDone(app, listed, mail, apply && !dryRun);
    else if (dryRun) yield { ...left, became: "not_done", reason: mail.row.reason };
    else yield await replayNotDone(app, listed, mail);
  }
}

/** The mail, or why it cannot be read. */
async function readAgain(app: App, { id, state }: Listed): Promise<ReadMail | string> {
  try {
    return (await readStored(app, id, { states: [state] })) ?? "somebody dealt with it meanwhile";
  } catch (error) {
    if (error instanceof OriginalGone || error instanceof MailNotRead) return error.message;
    throw error;
  }
}

async function replayNotDone(app: App, listed: Listed, mail: ReadMail): Promise<Replayed> {
  await settle(app, mail, { states: [listed.state], isQuiet: true });
  const row = await app.db
    .selectFrom("incoming_mails as m")
    .leftJoin("tickets as t", "t.id", "m.ticket_id")
    .select(["m.state", "m.reason", "t.uid"])
    .where("m.id", "=", listed.id)
    .executeTakeFirstOrThrow();
  await recordEvent(recordingContext(app, app.db, listed.id), {
    id: listed.id,
    kind: "incoming.replayed",
    before: { state: listed.state, reason: mail.row.reason },
    after: { state: row.state, reason: row.reason },
  });
  const isDone = row.state === "done";
  return {
    ...listed,
    became: isDone ? "done" : "not_done",
    ticket: isDone ? row.uid : null,
    reason: row.reason,
    difference: null,
  };
}

async function replayDone(app: App, listed: Listed, mail: ReadMail, writes: boolean): Promise<Replayed> {
  const difference = await compareDone(app, mail);
  const ticket = await findUid(app, mail.row.ticket_id);
  const found = { ...listed, ticket, reason: null, difference };
  if (!difference || difference.before === difference.after)
    return { ...found, became: "same", difference: null };
  if (!writes) return { ...found, became: "differs" };
  const isWritten = await runTransaction(app.db, (db) => rewrite(app, db, mail, difference));
  return isWritten
    ? { ...found, became: "rewritten" }
    : { ...found, became: "left", reason: "a person has edited it" };
}

async function findUid({ db }: App, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const ticket = await db.selectFrom("tickets").select("uid").where("id", "=", id).executeTakeFirst();
  return ticket?.uid ?? null;
}

async function rewrite(
  app: App,
  db: Db,
  { row, parsed }: ReadMail,
  { of, id, before, after: text }: Difference,
): Promise<boolean> {
  const ctx = recordingContext(app, db, row.id);
  const isWritten = await (of === "comment" ? rewriteComment : rewriteIssue)(ctx, { id, before, text });
  if (!isWritten) return false;
  await db
    .updateTable("incoming_mails")
    .set({ words: parsed.words, quoted: parsed.quoted, parser: PARSER })
    .where("id", "=", row.id)
    .execute();
  await recordEvent(ctx, {
    id: row.id,
    kind: "incoming.replayed",
    before: { parser: row.parser },
    after: { parser: PARSER },
  });
  return true;
}

function recordingContext({ clock }: App, db: Db, id: string): RecordingCtx {
  return { db, now: clock.now(), actor: null, ip: null, requestId: id, via: "shell" };
}
