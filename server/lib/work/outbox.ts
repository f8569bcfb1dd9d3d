import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { anyOf } from "../any-of.ts";
import { jobs } from "#contract/jobs.ts";
import type { Config } from "#server/config.ts";
import { enqueue, queuedJob } from "./enqueue.ts";
import { handOverMail, isRefusedForGood } from "./hand-over-mail.ts";
import { isForItsReader } from "./is-for-its-reader.ts";
import type { Ctx, Db, App } from "../request-context.ts";

/**
 * Mail leaves in two steps, so that no request waits for a mail server and none is lost. `queueMail` writes the mail,
 * with its Message-ID, in the transaction of the action. `sendMail` claims it for a while, sends it, and records what
 * became of it; after a crash in between the claim runs out and the same mail, under the same Message-ID, goes again.
 * Without a mail server mails are captured as they are queued. An address that mail does not reach gets none (rule 646).
 */
export type OutgoingMail = {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  ticketId?: string;
  commentId?: string;
  /** Whose mail it is; absent: the desk's, from the address of the settings. */
  from?: MailFrom | null;
  /** What it is to programs that answer by themselves (RFC 3834); absent: a notice of a machine. */
  autoSubmitted?: "no" | "auto-replied" | "auto-generated";
  /** Attachments that travel with it. */
  attachmentIds?: string[];
  /** The recipient's user id, shown in the mail list. */
  userId?: string;
  /** A second mail with the same key is not queued. */
  dedupeKey?: string;
  inReplyTo?: string;
  references?: string[];
  replyTo?: string;
};

/** A mailbox with the name that stands before its address. */
export type MailFrom = {
  mailboxId: string;
  name: string;
  /** It sends by its own server, also where the desk has none. */
  hasServer: boolean;
};

type QueueCtx = Pick<Ctx, "app" | "db" | "now">;

/** Queues a mail in the caller's transaction and answers its id; null when its dedupe key is known already. */
export async function queueMail(ctx: QueueCtx, mail: OutgoingMail): Promise<string | null> {
  const [id] = await queueMails(ctx, [mail]);
  return id ?? null;
}

/**
 * Queues several, in one statement with the jobs that send them, and answers the ids of those whose key was not known. Mail to
 * an address that it does not reach is kept and not sent.
 */
export async function queueMails(ctx: QueueCtx, mails: readonly OutgoingMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with asked as (
      select m.*, exists (select from bounced_addresses b where b.address = lower(m."to")) as is_bounced
      from json_populate_recordset(null::mails, ${toJson(mails.map((mail) => toRow(ctx, mail)))}::json) as m),
    added as (
      insert into mails (message_id, "to", subject, body_text, body_html, ticket_id, comment_id, mailbox_id, from_name,
        auto_submitted, attachment_ids, user_id, dedupe_key, in_reply_to, "references", reply_to, created_at,
        state, next_attempt_at, sent_at)
      select message_id, "to", subject, case when is_bounced then without_link_tokens(body_text) else body_text end,
        case when is_bounced then without_link_tokens(body_html) else body_html end, ticket_id, comment_id, mailbox_id, from_name,
        auto_submitted, attachment_ids, user_id, dedupe_key, in_reply_to, "references", reply_to, created_at,
        case when is_bounced then 'skipped' else state end,
        case when not is_bounced then next_attempt_at end, case when not is_bounced then sent_at end
      from asked on conflict (dedupe_key) do nothing returning id, state)
    select id, case when state = 'queued' then queue_job(${jobs.sendMail.name}, jsonb_build_object('id', id)) end
    from added`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** A mail as its row is where it reaches its reader; without a server it is captured. */
function toRow({ app, now }: QueueCtx, mail: OutgoingMail) {
  const isQueued = app.config.smtpUrl !== null || mail.from?.hasServer;
  return {
    message_id: `<${randomUUID()}@${findMailDomain(app.config)}>`,
    to: joinLines(mail.to),
    subject: joinLines(mail.subject).slice(0, 250),
    body_text: mail.text,
    body_html: mail.html,
    ticket_id: mail.ticketId,
    comment_id: mail.commentId,
    mailbox_id: mail.from?.mailboxId,
    from_name: mail.from && joinLines(mail.from.name),
    auto_submitted: mail.autoSubmitted ?? "auto-generated",
    attachment_ids: mail.attachmentIds ?? [],
    user_id: mail.userId,
    dedupe_key: mail.dedupeKey,
    in_reply_to: mail.inReplyTo,
    references: mail.references?.join(" "),
    reply_to: mail.replyTo,
    created_at: now,
    ...(isQueued ? { state: "queued", next_attempt_at: now } : { state: "captured", sent_at: now }),
  };
}

/** Half a character, as of a subject that was cut, is none to the database. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
}

/**
 * Sends one queued mail that is due; mails claimed by another instance, sent or captured are left alone. `deadline` is
 * in milliseconds and ends all of it, however slowly the mail server goes on.
 */
export async function sendMail(
  app: App,
  id: string,
  { deadline = SEND_DEADLINE }: { deadline?: number } = {},
): Promise<"sent" | "put off" | "failed" | "nothing"> {
  const mail = await claimMail(app, id);
  if (!mail) return "nothing";
  try {
    await handOverMail(app, mail, deadline);
  } catch (error) {
    return postponeMail(app, mail, error);
  }
  await app.db
    .updateTable("mails")
    .set({
      state: "sent",
      sent_at: app.clock.now(),
      last_error: null,
      next_attempt_at: null,
      ...withoutKeptTokens,
    })
    .where("id", "=", id)
    .execute();
  return "sent";
}

/**
 * Sends what is due, oldest first. A mail that has to wait makes those behind it wait as well, as far as they would leave
 * by the same server.
 */
export async function sendDueMails(app: App): Promise<number> {
  let sent = 0;
  const busy = new Set<string>();
  for (let due = await queryDueMails(app, busy); due.length > 0; due = await queryDueMails(app, busy)) {
    for (const { id, server } of due) {
      if (busy.has(server)) continue;
      const outcome = await sendMail(app, id);
      if (outcome === "put off") busy.add(server);
      if (outcome === "sent") sent += 1;
    }
  }
  return sent;
}

/**
 * Selects at most a hundred due mails of servers that are not busy: a mailbox with a server of its own, or the desk. A try
 * moves its mail on, so the next hundred are others.
 */
async function queryDueMails(app: App, busy: Set<string>) {
  const server = sql<string>`case when b.smtp_host is null then 'desk' else b.id::text end`;
  const usable = app.config.smtpUrl === null ? sql<boolean>`b.smtp_host is not null` : sql<boolean>`true`;
  return app.db
    .selectFrom("mails as m")
    .leftJoin("mailboxes as b", "b.id", "m.mailbox_id")
    .select(["m.id", server.as("server")])
    .where("m.state", "=", "queued")
    .where("m.next_attempt_at", "<=", app.clock.now())
    .where(usable)
    .where(sql<boolean>`${server} <> all(${[...busy]}::text[])`)
    .orderBy("m.next_attempt_at")
    .limit(sql.lit(100))
    .execute();
}

/** Erases mails about erased tickets, which quote them. Those still queued are not sent any more. */
export async function eraseMails(db: Db, ticketIds: string[]): Promise<void> {
  await db.deleteFrom("mails").where("ticket_id", "=", anyOf(ticketIds)).execute();
}

/** Redacts captured mails whose links expired; those of links that were used or ended are redacted as it happens. */
export async function redactExpiredLinks(db: Db, now: Date): Promise<void> {
  await sql`update mails m set body_text = without_link_tokens(body_text), body_html = without_link_tokens(body_html)
    from action_links l where m.dedupe_key = 'link:' || encode(l.token_hash, 'hex') and l.expires_at <= ${now}
      and m.state = 'captured' and m.body_text <> without_link_tokens(m.body_text)`.execute(db);
}

/** Whether a mail carries a link that works once; it is kept only while it may still be sent. */
export function carriesLink(mail: { dedupe_key: string | null }): boolean {
  return mail.dedupe_key?.startsWith("link:") === true;
}

/** Puts a failed mail back into the queue; false when it has not failed. */
export async function retryMail(ctx: QueueCtx, id: string): Promise<boolean> {
  const again = await ctx.db
    .updateTable("mails")
    .set({ state: "queued", attempts: 0, next_attempt_at: ctx.now })
    .where("id", "=", id)
    .where("state", "=", "failed")
    .executeTakeFirst();
  if (again.numUpdatedRows !== 1n) return false;
  await enqueue(ctx, jobs.sendMail, { id });
  return true;
}

/** Finds the domain of the sender's address, which Message-IDs end in. */
export function findMailDomain(config: Config): string {
  return /@([^@>\s]+)>?$/.exec(config.mailFrom)?.[1] ?? "localhost";
}

/** Milliseconds that a sending instance has before another may try. */
const CLAIM = 5 * 60_000;
/** Milliseconds of one send; well within the claim, so that no second instance sends the same mail meanwhile. */
const SEND_DEADLINE = 2 * 60_000;
/** Two days of trying, with pauses that double from one minute to four hours. */
const ATTEMPTS = 20;
const PAUSE = { first: 60_000, longest: 4 * 3_600_000 };

/** Claims a mail that is due; one whose reader has lost sight of its ticket is not sent any more. */
async function claimMail(app: App, id: string) {
  const now = app.clock.now();
  const mail = await app.db
    .updateTable("mails")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      state: sql<"queued" | "skipped">`case when ${isForItsReader} then 'queued' else 'skipped' end`,
      next_attempt_at: sql<Date | null>`case when ${isForItsReader} then ${new Date(now.getTime() + CLAIM)}::timestamptz end`,
    }))
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("next_attempt_at", "<=", now)
    .returningAll()
    .executeTakeFirst();
  return mail?.state === "queued" ? mail : null;
}

type TriedMail = { id: string; attempts: number; ticket_id: string | null };

/** A mail about a ticket that is given up is told there: whoever answered believes that it has arrived. */
async function postponeMail(app: App, { id, attempts, ticket_id }: TriedMail, error: unknown) {
  const isFinal = isRefusedForGood(error) || attempts >= ATTEMPTS;
  const isTold = isFinal && ticket_id !== null;
  const pause = Math.min(PAUSE.first * 2 ** (attempts - 1), PAUSE.longest);
  await app.db
    .updateTable("mails")
    .set({
      state: isFinal ? "failed" : "queued",
      last_error: joinLines(error instanceof Error ? error.message : String(error)).slice(0, 300),
      next_attempt_at: isFinal ? null : new Date(app.clock.now().getTime() + pause),
      ...(isFinal ? withoutKeptTokens : {}),
    })
    .where("id", "=", id)
    .$if(isTold, (mails) => mails.returning(queuedJob(jobs.tellUndelivered, { id }).as("job")))
    .execute();
  return isFinal ? "failed" : "put off";
}

/** The bodies of a mail that is not sent any more, as they are kept: with a token they would open somebody's account. */
const withoutKeptTokens = {
  body_text: sql<string>`without_link_tokens(body_text)`,
  body_html: sql<string>`without_link_tokens(body_html)`,
};

/** Removes line ends of any kind: a header is one line. */
function joinLines(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
