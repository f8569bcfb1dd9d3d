import { sql } from "kysely";
import { pino } from "pino";
import { PRESET_TARGETS, type TargetMinutes } from "#contract/sla/preset.ts";
import { PRIORITIES, type Priority } from "#contract/statuses.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { SeededRandom } from "#server/lib/seeded-random.ts";
import { renewTickets } from "#server/sla/due/renew.ts";
import { readRulebook, type Rulebook } from "#server/sla/judge.ts";
import { type KnownVersions, openKnownVersions } from "#server/sla/known.ts";
import { judgeToday } from "#server/sla/receipt/judge-today.ts";
import type { Directory } from "./insert-people.ts";

const DAY = 24 * 3_600_000;
/** A moment after the calendar, and older than every ticket. */
const AGE = 119;
const AT_ONCE = 500;

/** Days since the second version of the usual service level. */
const CHANGED = 7;
const LONGER: Record<Priority, TargetMinutes> = {
  urgent: { ...PRESET_TARGETS.urgent, resolution_minutes: 600 },
  high: { ...PRESET_TARGETS.high, resolution_minutes: 1200 },
  normal: { ...PRESET_TARGETS.normal, resolution_minutes: 3000 },
  low: { ...PRESET_TARGETS.low, resolution_minutes: 4200 },
};

/** What is promised for a priority to everybody but Kestrel: since lately, and until then. */
export function promisedBy(priority: Priority, now: Date) {
  const changed = new Date(now.getTime() - CHANGED * DAY);
  return { before: PRESET_TARGETS[priority], now: LONGER[priority], changed };
}

/** Kestrel pays for speed: around the clock where it is urgent. */
const PRIORITY_CARE: Record<Priority, TargetMinutes> = {
  ...PRESET_TARGETS,
  urgent: {
    first_response_minutes: 30,
    next_response_minutes: 60,
    resolution_minutes: 360,
    around_the_clock: true,
  },
  high: { ...PRESET_TARGETS.high, first_response_minutes: 60, resolution_minutes: 720 },
};

type Made = { calendarId: string; people: Directory; dice: SeededRandom; now: Date };

/**
 * Gives every client company a service level, and Kestrel a better one; computes the clocks of all tickets, with the verdicts of
 * the last 90 days. Nobody is warned of what is due already, and one missed ticket was judged again.
 */
export async function insertServiceLevels(db: Db, { calendarId, people, dice, now }: Made): Promise<void> {
  const made = new Date(now.getTime() - AGE * DAY);
  const maren = people.staff.find(({ fullname }) => fullname === "Maren Solberg")?.id ?? "";
  const of = { dice, made, by: maren };
  const standard = await insertPolicy(db, { ...of, name: "Standard", targets: PRESET_TARGETS });
  // Longer, since lately: tickets of before are judged by what was promised then.
  const changed = new Date(now.getTime() - CHANGED * DAY);
  await insertVersion(db, standard, { ...of, number: 2, targets: LONGER, made: changed });
  const care = await insertPolicy(db, { ...of, name: "Priority care", targets: PRIORITY_CARE });
  await db
    .insertInto("sla_assignments")
    .values([
      { id: dice.id(), policy_id: standard, calendar_id: calendarId, from_at: made, assigned_by: maren },
      {
        id: dice.id(),
        company_id: people.companies.get("kestrel")?.id ?? null,
        policy_id: care,
        from_at: made,
        assigned_by: maren,
      },
    ])
    .execute();
  const versions = await openKnownVersions(db, pino({ level: "silent" }));
  await computeClocks(db, versions, now);
  await judgeOneAgain(db, await readRulebook(db, versions), { by: maren, now });
  await sql`
    update sla_clocks set warned_at = case when warn_at <= ${now} then ${now}::timestamptz end,
      told_overdue_at = case when due_at < ${now} then ${now}::timestamptz end`.execute(db);
}

type Version = { targets: Record<Priority, TargetMinutes>; dice: SeededRandom; made: Date; by: string };

async function insertPolicy(db: Db, { name, ...version }: Version & { name: string }): Promise<string> {
  const id = version.dice.id();
  await db.insertInto("sla_policies").values({ id, name, version: 1 }).execute();
  await insertVersion(db, id, { ...version, number: 1 });
  return id;
}

async function insertVersion(
  db: Db,
  policyId: string,
  { number, targets, dice, made, by }: Version & { number: number },
): Promise<void> {
  const version = dice.id();
  await db.updateTable("sla_policies").set({ version: number }).where("id", "=", policyId).execute();
  await db
    .insertInto("sla_policy_versions")
    .values({
      id: version,
      policy_id: policyId,
      number,
      pauses_for_client: true,
      pauses_for_third_party: true,
      created_at: made,
      created_by: by,
    })
    .execute();
  await db
    .insertInto("sla_targets")
    .values(PRIORITIES.map((priority) => ({ policy_version_id: version, priority, ...targets[priority] })))
    .execute();
}

async function computeClocks(db: Db, versions: KnownVersions, now: Date): Promise<void> {
  const tickets = await db.selectFrom("tickets").select("id").orderBy("number").execute();
  for (let start = 0; start < tickets.length; start += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop
    await renewTickets(db, versions, { ids: tickets.slice(start, start + AT_ONCE).map(({ id }) => id), now });
}

/** The one that was missed by least of those that the newest version has met; where there is none, that was missed by least. */
async function judgeOneAgain(db: Db, book: Rulebook, { by, now }: { by: string; now: Date }): Promise<void> {
  const missed = await db
    .selectFrom("sla_verdicts")
    .selectAll()
    .where("verdict", "=", "missed")
    .where("target", "=", "resolution")
    .where("ended_at", ">", new Date(now.getTime() - 80 * DAY))
    .orderBy("over_seconds")
    .orderBy("ended_at")
    .orderBy("ticket_id")
    .execute();
  const judged = await Promise.all(
    missed.map(async (verdict) => ({ verdict, again: await judgeToday({ db, now }, book, verdict) })),
  );
  const { verdict, again } =
    judged.find((each) => each.again?.verdict === "met") ?? judged.find((each) => each.again) ?? {};
  if (!verdict || !again) return;
  const { month, company_id, priority, assignee_id } = verdict;
  const reason = "Their office was closed for a fire drill";
  const kept = { month, company_id, priority, assignee_id, supersedes_id: verdict.id, reason, judged_by: by };
  await db
    .insertInto("sla_verdicts")
    .values({ ...again, ...kept })
    .execute();
}
