import type { DataOf, jobs } from "#contract/jobs.ts";
import { LIMITS } from "#contract/limits.ts";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Priority } from "#contract/statuses.ts";
import { anyOf } from "#server/lib/any-of.ts";
import { runTransaction } from "#server/lib/db/transaction.ts";
import type { App, Db } from "#server/lib/request-context.ts";
import { timeFormat } from "#server/lib/time-format.ts";
import { queueMail, queueMails } from "#server/lib/work/outbox.ts";
import { buildLink, renderEmail } from "#server/mail/email-template.ts";
import { type Desk, readMessagesFor } from "#server/mail/reader-language.ts";
import { filterMailReaders, readTextSetting } from "#server/settings/read.ts";
import { WARNING_TEXTS, type WarningTexts } from "./every-language.ts";
import { findReaders, type Reader } from "./readers.ts";
import { tellAssignees } from "./tell-assignees.ts";

/** Mails those whom warnings concern, one list where there are many for somebody; assignees read it in their windows too. */
export async function mailWarnings(
  app: App,
  { warning_ids }: DataOf<typeof jobs.warnOfServiceLevels>,
): Promise<void> {
  const own = await runTransaction(app.db, async (db) => {
    const context = { app, db, now: app.clock.now() };
    const warnings = await readWarnings(db, warning_ids);
    const readers = await findReaders(db, [...new Set(warnings.map(({ ticket_id }) => ticket_id))]);
    const wanting = await filterMailReaders(
      db,
      "sla",
      readers.map(({ user_id }) => user_id),
    );
    const zone = await readTextSetting(db, "time_zone", "UTC");
    const byReader = Map.groupBy(readers, ({ user_id }) => user_id);
    for (const [userId, tickets] of [...byReader].filter(([id]) => wanting.has(id)))
      // oxlint-disable-next-line no-await-in-loop
      await mailReader(context, { userId, zone, told: joinTold(warnings, tickets) });
    return pickOwn(warnings, byReader);
  });
  await tellAssignees(app, own);
}

/** The warnings of each assignee. */
function pickOwn(warnings: readonly Warning[], byReader: ReadonlyMap<string, readonly Reader[]>) {
  return new Map(
    [...byReader].map(([userId, readers]) => {
      const own = readers.filter(({ why }) => why === "assigned");
      return [
        userId,
        joinTold(warnings, own).map(({ warning: { ticket_id, target, kind } }) => ({
          ticket_id,
          target,
          kind,
        })),
      ];
    }),
  );
}

type Context = { app: App; db: Db; now: Date };
type Warning = {
  id: string;
  ticket_id: string;
  uid: string;
  subject: string;
  company: string;
  target: SlaTarget;
  level: Priority;
  kind: "due_soon" | "overdue";
  due_at: Date;
  remaining_seconds: number;
};
type Told = { warning: Warning; reader: Reader };

/** Of tickets that are still there; what was answered meanwhile is told of all the same. */
async function readWarnings(db: Db, ids: readonly string[]): Promise<Warning[]> {
  return db
    .selectFrom("sla_warnings as w")
    .innerJoin("tickets as t", "t.id", "w.ticket_id")
    .innerJoin("companies as c", "c.id", "t.company_id")
    .select(["w.id", "w.ticket_id", "t.uid", "t.subject", "c.name as company", "w.target", "w.level"])
    .select(["w.kind", "w.due_at", "w.remaining_seconds"])
    .where("w.id", "=", anyOf(ids))
    .where("t.deleted_at", "is", null)
    .orderBy("w.due_at")
    .orderBy("w.id")
    .execute();
}

function joinTold(warnings: readonly Warning[], readers: readonly Reader[]): Told[] {
  return warnings.flatMap((warning) => {
    const reader = readers.find(({ ticket_id }) => ticket_id === warning.ticket_id);
    return reader ? [{ warning, reader }] : [];
  });
}

type Letter = { userId: string; zone: string; told: readonly Told[] };

async function mailReader(context: Context, { userId, zone, told }: Letter): Promise<void> {
  const person = await context.db
    .selectFrom("users")
    .select(["id", "email", "fullname"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const words = { ...(await readMessagesFor(context, userId, WARNING_TEXTS)), zone };
  const to = { to: person.email, userId: person.id };
  if (told.length > LIMITS.slaWarningsApart) {
    const email = writeList(context, words, { told, name: person.fullname });
    await queueMail(context, { ...email, ...to, dedupeKey: `sla:${told[0]?.warning.id}:${userId}:all` });
    return;
  }
  await queueMails(
    context,
    told.map((each) => ({
      ...writeOne(context, words, { ...each, name: person.fullname }),
      ...to,
      ticketId: each.warning.ticket_id,
      dedupeKey: `sla:${each.warning.id}:${userId}`,
    })),
  );
}

type Words = Desk & { messages: WarningTexts; zone: string };

function writeOne(context: Context, words: Words, { warning, reader, name }: Told & { name: string }) {
  const { messages, language, brand } = words;
  const { uid, subject } = warning;
  return renderEmail({
    brand,
    language,
    subject: titleOf(warning, words, context.now),
    lines: [messages.hello(name), describe(warning, words), { quote: subject }],
    button: { label: messages.open(uid), url: buildLink(context, `/tickets/${warning.ticket_id}`) },
    footer: `${reasonOf(reader, messages)} ${messages.switchOff}`,
  });
}

/** Lists those that were due first. After a long outage there are thousands, which nobody reads and the button shows. */
function writeList(context: Context, words: Words, { told, name }: { told: readonly Told[]; name: string }) {
  const { messages, language, brand } = words;
  const tickets = new Set(told.map(({ warning }) => warning.ticket_id)).size;
  const listed = told.slice(0, LIMITS.slaWarningsListed);
  const others = told.length - listed.length;
  return renderEmail({
    brand,
    language,
    subject: messages.manySubject(tickets),
    lines: [
      messages.hello(name),
      ...listed.map(({ warning }) => describe(warning, words)),
      ...(others > 0 ? [messages.more(others)] : []),
    ],
    button: { label: messages.openDue, url: buildLink(context, "/tickets?sort=due&order=asc") },
    footer: `${messages.areWarned} ${messages.switchOff}`,
  });
}

function describe(warning: Warning, words: Words): string {
  const { messages } = words;
  const { uid, company, level, target, kind, due_at, remaining_seconds } = warning;
  const ticket = messages.ticket(uid, company, messages.priorities[level]);
  const time = formatTime(due_at, words);
  return kind === "overdue"
    ? messages.overdue(messages.targets[target], ticket, time)
    : messages.due(messages.targets[target], ticket, time, messages.duration(remaining_seconds));
}

function reasonOf({ why, team }: Reader, messages: WarningTexts): string {
  if (why === "team") return messages.isOfTeam(team ?? "");
  return why === "assigned" ? messages.isAssigned : messages.isUnassigned;
}

/** The clock alone says when it is today; any other day is named. */
function titleOf({ uid, kind, target, due_at }: Warning, words: Words, now: Date): string {
  const { messages } = words;
  const isToday = formatDay(due_at, words) === formatDay(now, words);
  const dueTitle = isToday ? messages.dueSubject : messages.dueDaySubject;
  const title = kind === "overdue" ? messages.overdueSubject : dueTitle;
  return title(
    uid,
    messages.targets[target],
    isToday ? formatClock(due_at, words) : formatTime(due_at, words),
  );
}

/** The organization's day and time, as "Fri, Nov 20, 14:30". */
function formatTime(at: Date, words: Words): string {
  return `${formatDay(at, words)}, ${formatClock(at, words)}`;
}

function formatDay(at: Date, { language, zone }: Words): string {
  const format = { weekday: "short", month: "short", day: "numeric", timeZone: zone } as const;
  return timeFormat(language, format).format(at);
}

function formatClock(at: Date, { language, zone }: Pick<Words, "language" | "zone">): string {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone } as const;
  return timeFormat(language, format).format(at);
}
