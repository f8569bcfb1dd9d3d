import { randomUUID } from "node:crypto";
import { sql, type Selectable } from "kysely";
import { createTransport } from "nodemailer";
import { jobs } from "#contract/jobs.ts";
import type { Config } from "#server/config.ts";
import type { Tables } from "#server/db/tables.ts";
import { enqueue } from "./enqueue.ts";
import type { Ctx, Db, App } from "../request-context.ts";

/**
 * Mail leaves in two steps, so that no request waits for a mail server and none is lost. `queueMail` writes the mail,
 * with its Message-ID, in the transaction of the action. `sendMail` claims it for a while, sends it, and records what
 * became of it; after a crash in between the claim runs out and the same mail, under the same Message-ID, goes again.
 * Without a mail server mails are captured as they are queued.
 */
export type OutgoingMail = {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  ticketId?: string;
  /** The recipient's user id, shown in the mail list. */
  userId?: string;
  /** A second mail with the same key is not queued. */
  dedupeKey?: string;
  inReplyTo?: string;
  references?: string[];
  replyTo?: string;
};

type QueueCtx = Pick<Ctx, "app" | "db" | "now">;

/** Queues a mail in the caller's transaction and answers its id; null when its dedupe key is known already. */
export async function queueMail(ctx: QueueCtx, mail: OutgoingMail): Promise<string | null> {
  const isCaptured = ctx.app.config.smtpUrl === null;
  const row = await ctx.db
    .insertInto("mails")
    .values({
      message_id: `<${randomUUID()}@${findMailDomain(ctx.app.config)}>`,
      to: joinLines(mail.to),
      subject: joinLines(mail.subject).slice(0, 250),
      body_text: mail.text,
      body_html: mail.html,
      ticket_id: mail.ticketId ?? null,
      user_id: mail.userId ?? null,
      dedupe_key: mail.dedupeKey ?? null,
      in_reply_to: mail.inReplyTo ?? null,
      references: mail.references?.join(" ") ?? null,
      reply_to: mail.replyTo ?? null,
      state: isCaptured ? "captured" : "queued",
      next_attempt_at: isCaptured ? null : ctx.now,
      created_at: ctx.now,
      sent_at: isCaptured ? ctx.now : null,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row && !isCaptured) await enqueue(ctx, jobs.sendMail, { id: row.id });
  return row?.id ?? null;
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
  if (!mail || app.config.smtpUrl === null) return "nothing";
  try {
    await handOver(mail, { url: app.config.smtpUrl, from: app.config.mailFrom, deadline });
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
      ...withoutLinkTokens,
    })
    .where("id", "=", id)
    .execute();
  return "sent";
}

/** Sends what is due, oldest first; stops at the first mail that has to wait, since the next would wait as well. */
export async function sendDueMails(app: App): Promise<number> {
  let sent = 0;
  for (let due = await queryDueMails(app); due.length > 0; due = await queryDueMails(app)) {
    for (const { id } of due) {
      const outcome = await sendMail(app, id);
      if (outcome === "put off") return sent;
      if (outcome === "sent") sent += 1;
    }
  }
  return sent;
}

/** Selects at most a hundred due mails. A try moves its mail on, so the next hundred are others. */
function queryDueMails(app: App) {
  return app.db
    .selectFrom("mails")
    .select("id")
    .where("state", "=", "queued")
    .where("next_attempt_at", "<=", app.clock.now())
    .orderBy("next_attempt_at")
    .limit(sql.lit(100))
    .execute();
}

/** Erases mails about erased tickets, which quote them. Those still queued are not sent any more. */
export async function eraseMails(db: Db, ticketIds: string[]): Promise<void> {
  await db
    .deleteFrom("mails")
    .where("ticket_id", "=", sql<string>`any(${ticketIds}::uuid[])`)
    .execute();
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

async function claimMail(app: App, id: string) {
  const now = app.clock.now();
  return app.db
    .updateTable("mails")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      next_attempt_at: new Date(now.getTime() + CLAIM),
    }))
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("next_attempt_at", "<=", now)
    .returningAll()
    .executeTakeFirst();
}

async function postponeMail(app: App, mail: { id: string; attempts: number }, error: unknown) {
  const isFinal = isRejected(error) || mail.attempts >= ATTEMPTS;
  const pause = Math.min(PAUSE.first * 2 ** (mail.attempts - 1), PAUSE.longest);
  await app.db
    .updateTable("mails")
    .set({
      state: isFinal ? "failed" : "queued",
      last_error: joinLines(error instanceof Error ? error.message : String(error)).slice(0, 300),
      next_attempt_at: isFinal ? null : new Date(app.clock.now().getTime() + pause),
      ...(isFinal ? withoutLinkTokens : {}),
    })
    .where("id", "=", mail.id)
    .execute();
  return isFinal ? "failed" : "put off";
}

/**
 * The server's final word on this mail (RFC 5321, 5yz); refused sign-in is a matter of settings, so it is tried again.
 */
function isRejected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "responseCode" in error ? Number(error.responseCode) : 0;
  const isSignIn = "code" in error && error.code === "EAUTH";
  return code >= 500 && code < 600 && !isSignIn;
}

/** Hands a mail to the mail server. The timeouts of the transport bound a silence, `deadline` the whole. */
async function handOver(
  mail: Selectable<Tables["mails"]>,
  { url, from, deadline }: { url: string; from: string; deadline: number },
): Promise<void> {
  const signal = AbortSignal.timeout(deadline);
  const sending = openTransport(url).sendMail({
    signal,
    from,
    // An object instead of a text, so that an address full of commas stays one address.
    to: { name: "", address: mail.to },
    replyTo: mail.reply_to ?? undefined,
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    messageId: mail.message_id,
    inReplyTo: mail.in_reply_to ?? undefined,
    references: mail.references ?? undefined,
    date: mail.created_at,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  await sending.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new Error(`The mail server took longer than ${deadline / 1000} seconds`, { cause: error });
  });
}

function openTransport(url: string) {
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
}

/** The bodies of a mail that is not sent any more, as they are kept: with a token they would open somebody's account. */
const withoutLinkTokens = {
  body_text: sql<string>`without_link_tokens(body_text)`,
  body_html: sql<string>`without_link_tokens(body_html)`,
};

/** Removes line ends of any kind: a header is one line. */
function joinLines(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
