import { LIMITS } from "#contract/limits.ts";
import type { Language } from "#contract/languages.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import { timeFormat } from "#server/lib/time-format.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { queueMail } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { MAIL_MESSAGES } from "#server/mail/messages.ts";
import { MAIL_MESSAGES as GERMAN_MAIL_MESSAGES } from "#server/mail/messages.de.ts";
import { readMessagesFor } from "#server/mail/reader-language.ts";
import { readTextSetting } from "#server/settings/read.ts";
import { MAILBOX_EMAIL_MESSAGES } from "./email-messages.ts";
import { MAILBOX_EMAIL_MESSAGES as GERMAN_MESSAGES } from "./email-messages.de.ts";
import type { Mailbox } from "./read.ts";

const MESSAGES = {
  en: { ...MAIL_MESSAGES, ...MAILBOX_EMAIL_MESSAGES },
  de: { ...GERMAN_MAIL_MESSAGES, ...GERMAN_MESSAGES },
};

/** Every minute: mails the administrators about mailboxes that have been away for an hour, once each time. */
export async function tellMailboxesAway(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - LIMITS.awayMinutes * 60_000);
  await runTransaction(app.db, async (db) => {
    const away = await db
      .selectFrom("mailboxes")
      .selectAll()
      .where("deleted_at", "is", null)
      .where("active", "=", true)
      .where("state", "in", ["unreachable", "sign_in_refused"])
      .where("state_since", "<=", before)
      .where("told_away_at", "is", null)
      .orderBy("id")
      .forUpdate()
      .skipLocked()
      .execute();
    for (const mailbox of away) await tellAdministrators(app, db, mailbox);
  });
}

async function tellAdministrators(app: App, db: Db, mailbox: Mailbox): Promise<void> {
  const now = app.clock.now();
  await db.updateTable("mailboxes").set({ told_away_at: now }).where("id", "=", mailbox.id).execute();
  const timeZone = await readTextSetting(db, "time_zone", "UTC");
  for (const reader of await findAdministrators(db)) {
    const { messages, ...look } = await readMessagesFor({ app, db }, reader.id, MESSAGES);
    const since = formatTime(mailbox.state_since, look.language, reader.timezone ?? timeZone);
    const say = mailbox.state === "unreachable" ? messages.awaySince : messages.refusedSince;
    const email = renderEmail({
      ...look,
      subject: messages.away(mailbox.address),
      lines: [messages.hello(reader.fullname), say(mailbox.address, since)],
      button: {
        label: messages.openMailbox,
        url: buildLink({ app }, `/settings/mail/mailboxes/${mailbox.id}`),
      },
      footer: messages.awayFooter,
    });
    await queueMail({ app, db, now }, { ...email, to: reader.email, userId: reader.id });
  }
}

function findAdministrators(db: Db) {
  return db
    .selectFrom("users as u")
    .innerJoin("user_roles as ur", "ur.user_id", "u.id")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .select(["u.id", "u.email", "u.fullname", "u.timezone"])
    .where("r.key", "=", "administrator")
    .where("u.deleted_at", "is", null)
    .orderBy("u.id")
    .execute();
}

function formatTime(at: Date, language: Language, timeZone: string): string {
  const written = language === "de" ? "de-DE" : "en-GB";
  return timeFormat(written, { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
}
