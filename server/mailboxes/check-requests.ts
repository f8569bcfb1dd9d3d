import type { z } from "zod";
import type { mailboxes } from "#contract/mailboxes.ts";
import type { App, Ctx } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { checkMailbox, type Checked, findReadingFault, type Step } from "./check.ts";
import { MailboxFailure, toAnswer } from "./failure.ts";
import { getToken, requestToken, type Token } from "./oauth-token.ts";
import { sendPlusMail } from "./plus-mail.ts";
import { findMailbox, type Mailbox } from "./read.ts";
import { completeSettings, type Settings } from "./settings.ts";
import {
  findImapServer,
  findImapUser,
  findSmtpServer,
  type Proof,
  readImapSignIn,
  readSmtpSignIn,
  sendsByToken,
} from "./sign-in.ts";
import { setMailboxState } from "./state.ts";

type New = z.output<typeof mailboxes.checkUnsaved.body>;

/** Checks at once of one process: each may hold its connections for 20 seconds. */
const AT_ONCE = 3;
let running = 0;

/** Tries settings that are saved nowhere. Refuses 429 while other checks run. */
export async function checkUnsaved({ app }: Ctx, wanted: New) {
  const { password, client_secret, refresh_token, smtp_password, ...given } = wanted;
  const settings = completeSettings(given);
  let token: Token | null = null;
  const getOwnToken = async () => {
    token ??= await requestToken(app, settings, {
      clientSecret: client_secret ?? "",
      refreshToken: refresh_token ?? null,
    });
    return token;
  };
  const prove = async (): Promise<Proof> =>
    settings.kind === "imap" ? { password: password ?? "" } : { token: (await getOwnToken()).text };
  const proveSending = async (): Promise<Proof | null> => {
    if (sendsByToken(app, settings)) return { token: (await getOwnToken()).text };
    return settings.smtp_username === null ? null : { password: smtp_password ?? "" };
  };
  const checked = toChecked(app, settings, { prove, proveSending, token: () => token });
  return toReply(await runCheck(() => checkMailbox(app, checked)));
}

/** Tries a mailbox as it is saved. Refuses 404 for none, 429 while other checks run. */
export async function checkSaved({ app, db }: Ctx, id: string): Promise<Step[]> {
  const mailbox = await findMailbox(db, id);
  if (!mailbox) throw refuse(404, "mailbox.not_found");
  let token: Token | null = null;
  const prove = async () => {
    if (mailbox.kind === "microsoft" || mailbox.kind === "gmail") token = await getToken(app, mailbox);
    return (await readImapSignIn(app, mailbox)).proof;
  };
  const proveSending = async () => (await readSmtpSignIn(app, mailbox))?.proof ?? null;
  const checked = toChecked(app, mailbox, { prove, proveSending, token: () => token });
  return runCheck(() => checkMailbox(app, checked));
}

/** Keeps what a check found as the mailbox's state, and sends a mail to a plus-address of its own. */
export async function keepOutcome(ctx: Ctx, id: string, steps: Step[]) {
  const mailbox = await findMailbox(ctx.db, id);
  if (!mailbox) throw refuse(404, "mailbox.not_found");
  const fault = findReadingFault(steps);
  if (fault === null) await setMailboxState(ctx.app, ctx.db, id, "ok");
  else await setMailboxState(ctx.app, ctx.db, id, stateOf(fault), new MailboxFailure(fault));
  const isReady = steps.every(({ ok }) => ok !== false) && mailbox.plus_addressing;
  return toReply(isReady ? [...steps, await sendPlusMail(ctx, mailbox)] : steps);
}

function stateOf({ code }: Step["note"]): "unreachable" | "sign_in_refused" {
  const isRefused = ["sign_in_refused", "mailbox_refused", "token_refused", "secret_lost"].includes(code);
  return isRefused ? "sign_in_refused" : "unreachable";
}

type Ways = {
  prove: () => Promise<Proof>;
  proveSending: () => Promise<Proof | null>;
  token: () => Token | null;
};

function toChecked(app: App, mailbox: Settings | Mailbox, { prove, proveSending, token }: Ways): Checked {
  const server = findImapServer(app, mailbox);
  const smtp = findSmtpServer(mailbox);
  const endsAt = () => token()?.endsAt.getTime() ?? 0;
  return {
    imap: server && { server, user: findImapUser(mailbox), prove },
    tokenMinutes: () => Math.max(0, Math.floor((endsAt() - app.clock.now().getTime()) / 60_000)),
    folder: mailbox.folder,
    moveTo: mailbox.after_storing === "move" ? mailbox.move_to : null,
    smtp: smtp && { server: smtp, user: mailbox.smtp_username ?? mailbox.address, prove: proveSending },
  };
}

async function runCheck(check: () => Promise<Step[]>): Promise<Step[]> {
  if (running >= AT_ONCE) throw refuse(429, "mailbox.checks_running", { retryAfter: 10 });
  running += 1;
  try {
    return await check();
  } finally {
    running -= 1;
  }
}

function toReply(steps: Step[]) {
  return { steps: steps.map(({ name, ok, note }) => ({ name, ok, detail: toAnswer(note) })) };
}
