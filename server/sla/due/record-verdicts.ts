import { sql } from "kysely";
import { newEventId } from "#server/lib/crypto/token.ts";
import type { Db } from "#server/lib/request-context.ts";
import type { Clock } from "../clock/types.ts";
import type { Judged } from "../judge.ts";
import { toDate } from "./plan-rows.ts";

/** A verdict as its row has it, but for the month. */
export type Verdict = ReturnType<typeof toVerdict>;

/** Adds the verdicts of tickets that are not recorded yet: each clock has one, however often it is computed. */
export async function recordVerdicts(db: Db, judged: ReadonlyMap<string, Judged>, now: Date): Promise<void> {
  const verdicts = [...judged].flatMap(([ticketId, found]) =>
    found.run.clocks.filter(isVerdict).flatMap((clock) => toVerdict(ticketId, clock, { found, now })),
  );
  if (verdicts.length > 0) await insertVerdicts(db, verdicts);
}

function isVerdict({ state, isSettled }: Clock): boolean {
  return isSettled && (state === "met" || state === "missed");
}

/** A verdict of a decided clock; none where nothing says who was promised what. */
export function toVerdict(
  ticketId: string,
  clock: Clock,
  { found: { versions }, now }: { found: Judged; now: Date },
) {
  const { level, endedAt, companyId } = clock;
  const judge = versions[clock.term] ?? null;
  if (level === null || endedAt === null || companyId === null || judge === null) return [];
  return [
    {
      id: newEventId(now),
      ticket_id: ticketId,
      target: clock.target,
      cycle: clock.cycle,
      verdict: clock.state === "met" ? ("met" as const) : ("missed" as const),
      started_at: toDate(clock.startedAt),
      ended_at: toDate(endedAt),
      company_id: companyId,
      priority: clock.priority,
      assignee_id: clock.assigneeId,
      target_seconds: level.targetSeconds,
      used_seconds: level.usedSeconds,
      over_seconds: Math.max(0, level.usedSeconds - level.targetSeconds),
      policy_version_id: judge.policyVersionId,
      calendar_version_id: judge.calendarVersionId,
      tz: process.versions.tz ?? "",
      decided_at: now,
    },
  ];
}

/** The month is that of the organization's time zone. */
async function insertVerdicts(db: Db, verdicts: Verdict): Promise<void> {
  await sql`
    insert into sla_verdicts (id, ticket_id, target, cycle, verdict, started_at, ended_at, month, company_id, priority,
      assignee_id, target_seconds, used_seconds, over_seconds, policy_version_id, calendar_version_id, tz, decided_at)
    select id, ticket_id, target, cycle, verdict, started_at, ended_at,
      date_trunc('month', ended_at at time zone (select organisation_zone()))::date, company_id, priority, assignee_id,
      target_seconds, used_seconds, over_seconds, policy_version_id, calendar_version_id, tz, decided_at
    from json_to_recordset(${JSON.stringify(verdicts)}::json) as n(id uuid, ticket_id uuid, target text, cycle int,
      verdict text, started_at timestamptz, ended_at timestamptz, company_id uuid, priority text, assignee_id uuid,
      target_seconds int, used_seconds int, over_seconds int, policy_version_id uuid, calendar_version_id uuid, tz text,
      decided_at timestamptz)
    where not exists (
      select from sla_verdicts v where v.ticket_id = n.ticket_id and v.target = n.target and v.cycle = n.cycle
        and v.supersedes_id is null)
    order by ticket_id, target, cycle
    on conflict (ticket_id, target, cycle) where supersedes_id is null do nothing`.execute(db);
}
