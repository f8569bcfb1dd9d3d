import { randomUUID } from "node:crypto";
import type { MailboxState } from "#contract/mailboxes/mailbox-kinds.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { recordEvent } from "#server/lib/work/history.ts";
import { explainFailure, type Note, storeNote } from "./failure.ts";
import type { Mailbox } from "./read.ts";
import { findImapServer, findImapUser } from "./sign-in.ts";

/** The states that a connection reports; a pause is a person's. */
export type ReportedState = Exclude<MailboxState, "paused">;

const AWAY: readonly MailboxState[] = ["unreachable", "sign_in_refused"];

/**
 * Keeps how the connection to a mailbox is, with the reason where it is away. One that is away stays so while it is tried
 * again, and `state_since` is the time at which it went away, whatever the reasons since. A paused or deleted mailbox
 * stays as it is. Browsers hear of every change.
 */
export async function reportMailboxState(
  app: App,
  id: string,
  state: ReportedState,
  error?: unknown,
): Promise<void> {
  await runTransaction(app.db, (db) => setMailboxState(app, db, id, state, error));
}

/** As `reportMailboxState`, in the caller's transaction. */
export async function setMailboxState(
  app: App,
  db: Db,
  id: string,
  state: ReportedState,
  error?: unknown,
): Promise<void> {
  const mailbox = await db
    .selectFrom("mailboxes")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!mailbox || mailbox.deleted_at || !mailbox.active) return;
  const isAway = AWAY.includes(mailbox.state);
  if (state === "connecting" && isAway) return;
  const last_error = error === undefined ? null : storeNote(explain(app, mailbox, error));
  if (state === mailbox.state && last_error === mailbox.last_error) return;
  const now = app.clock.now();
  await db
    .updateTable("mailboxes")
    .set({
      state,
      last_error,
      ...(state === mailbox.state || (isAway && AWAY.includes(state)) ? {} : { state_since: now }),
      ...(AWAY.includes(state) ? {} : { told_away_at: null }),
    })
    .where("id", "=", id)
    .execute();
  if (state === mailbox.state) return;
  await recordEvent(
    { db, now, actor: null, ip: null, requestId: randomUUID(), via: "system" },
    { id, kind: "mailbox.changed", before: { state: mailbox.state }, after: { state } },
  );
}

function explain(app: App, mailbox: Mailbox, error: unknown): Note {
  const server = findImapServer(app, mailbox) ?? { host: mailbox.address, port: 0 };
  return explainFailure(error, { ...server, user: findImapUser(mailbox), byToken: mailbox.kind !== "imap" });
}
