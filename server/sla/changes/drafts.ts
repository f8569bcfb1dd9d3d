import type { z } from "zod";
import { isDeepStrictEqual } from "node:util";
import type { changeEndpoints } from "#contract/sla/changes.ts";
import { zoneClock } from "#contract/calendars/zone-clock.ts";
import { type CalendarVersion, readNewestVersion } from "#server/calendars/versions.ts";
import { openHours } from "#server/calendars/windows.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import type { Assignment, Known } from "../clock/in-force.ts";
import type { Policy } from "../clock/types.ts";
import { businessHours } from "../assignments/business-hours.ts";
import { resolveChoice } from "../assignments/resolve-choice.ts";
import type { Rulebook } from "../judge.ts";
import { toTargets } from "../known.ts";
import { listCompanies } from "./affected.ts";
import { toTargetRows } from "../policies/read.ts";

type Draft = z.output<typeof changeEndpoints.preview.body>;
type PolicyDraft = NonNullable<Draft["policy"]>;
type CalendarDraft = NonNullable<Draft["calendar"]>;
type AssignmentDraft = NonNullable<Draft["assignment"]>;

const POLICY = "draft of a policy";
const CALENDAR = "draft of a calendar";

/** The book of rules as it would be with a draft, saved now; `onlyLaterDays` where it changes nothing but days after today. */
export type Drafted = { book: Rulebook; onlyLaterDays: boolean };

/** Writes a draft into a copy of the book. Refuses 404 for what it would change and is not there. */
export async function draftRulebook(ctx: Ctx, book: Rulebook, draft: Draft): Promise<Drafted> {
  if (draft.policy) return { book: await withPolicy(ctx, book, draft.policy), onlyLaterDays: false };
  if (draft.calendar) return withCalendar(ctx, book, draft.calendar);
  if (draft.assignment) {
    await refuseUnknown(ctx, book, draft.assignment);
    return { book: withAssignment(ctx, book, draft.assignment), onlyLaterDays: false };
  }
  throw new Error("the contract lets no empty draft pass");
}

async function withPolicy(ctx: Ctx, book: Rulebook, draft: PolicyDraft): Promise<Rulebook> {
  const { policy_id, calendar_id, pauses_for_client, pauses_for_third_party, targets } = draft;
  if (policy_id !== undefined && !book.known.policies.has(policy_id))
    throw refuse(404, "sla.policy_not_found");
  if (calendar_id !== null && !book.known.calendars.has(calendar_id)) throw refuse(404, "calendar.not_found");
  const policy: Policy = {
    pausesForClient: pauses_for_client,
    pausesForThirdParty: pauses_for_third_party,
    targets: toTargets(toTargetRows(targets)),
  };
  const id = policy_id ?? POLICY;
  const version = { id: POLICY, calendarId: calendar_id, from: ctx.now.getTime() };
  const known = { ...book.known, policies: append(book.known.policies, id, version) };
  const drafted = {
    ...book,
    known,
    policy: (asked: string) => (asked === POLICY ? policy : book.policy(asked)),
  };
  return policy_id === undefined ? forEveryone(ctx, drafted, calendar_id) : drafted;
}

/** A new one applies to everybody without a choice of their own; where there is no calendar, the one that would be made. */
async function forEveryone(ctx: Ctx, book: Rulebook, calendarId: string | null): Promise<Rulebook> {
  const usual = book.known.assignments.get(null)?.at(-1)?.calendarId ?? calendarId;
  const choice = (calendar: string): Assignment => ({
    companyId: null,
    inherits: false,
    policyId: POLICY,
    calendarId: calendar,
    from: ctx.now.getTime(),
  });
  if (usual !== null) return { ...book, known: withChoice(book.known, choice(usual)) };
  const made = await withHours(ctx, book, { id: CALENDAR, hours: await businessHours(ctx) });
  return { ...made, known: withChoice(made.known, choice(CALENDAR)) };
}

async function withCalendar(ctx: Ctx, book: Rulebook, draft: CalendarDraft): Promise<Drafted> {
  const { calendar_id, name: _, ...hours } = draft;
  const newest = await readNewestVersion(ctx.db, calendar_id);
  if (!newest) throw refuse(404, "calendar.not_found");
  return {
    book: await withHours(ctx, book, { id: calendar_id, hours }),
    onlyLaterDays: changesLaterDaysAlone(newest, hours, ctx.now),
  };
}

type Hours = Pick<CalendarDraft, "zone" | "week" | "days">;

async function withHours(
  ctx: Ctx,
  book: Rulebook,
  { id, hours }: { id: string; hours: Hours },
): Promise<Rulebook> {
  const open = await openHours(hours);
  const version = { id: CALENDAR, from: ctx.now.getTime() };
  return {
    ...book,
    known: { ...book.known, calendars: append(book.known.calendars, id, version) },
    async openHours(ids) {
      const asked = [...ids];
      const saved = await book.openHours(asked.filter((each) => each !== CALENDAR));
      return asked.includes(CALENDAR) ? new Map([...saved, [CALENDAR, open]]) : saved;
    },
  };
}

function changesLaterDaysAlone(before: CalendarVersion, after: Hours, now: Date): boolean {
  if (before.zone !== after.zone || !isDeepStrictEqual(before.week, after.week)) return false;
  const today = new Date(zoneClock(after.zone).wallAt(now.getTime())).toISOString().slice(0, 10);
  const past = (days: Hours["days"]) => days.filter(({ day }) => day <= today);
  return isDeepStrictEqual(past(before.days), past(after.days));
}

/** A choice of what is not there would be none: its preview would say what nobody can save. */
async function refuseUnknown({ db }: Ctx, { known }: Rulebook, draft: AssignmentDraft): Promise<void> {
  const { company_id, policy_id, calendar_id } = draft;
  if (policy_id && !known.policies.has(policy_id)) throw refuse(404, "sla.policy_not_found");
  if (calendar_id && !known.calendars.has(calendar_id)) throw refuse(404, "calendar.not_found");
  if (company_id !== null && !(await listCompanies(db)).includes(company_id))
    throw refuse(404, "company.not_found");
}

function withAssignment(ctx: Ctx, book: Rulebook, { company_id, ...wanted }: AssignmentDraft): Rulebook {
  const last = book.known.assignments.get(company_id)?.at(-1);
  const standing = last && {
    inherits: last.inherits,
    policy_id: last.policyId,
    calendar_id: last.calendarId,
    // A preview says nothing of who sees due times.
    shown_to_clients: null,
  };
  const chosen = resolveChoice(standing ?? null, company_id !== null, wanted);
  return {
    ...book,
    known: withChoice(book.known, {
      companyId: company_id,
      inherits: chosen.inherits,
      policyId: chosen.policy_id,
      calendarId: chosen.calendar_id,
      from: ctx.now.getTime(),
    }),
  };
}

function withChoice(known: Known, choice: Assignment): Known {
  return { ...known, assignments: append(known.assignments, choice.companyId, choice) };
}

function append<Key, Row>(
  map: ReadonlyMap<Key, readonly Row[]>,
  key: Key,
  row: Row,
): Map<Key, readonly Row[]> {
  return new Map([...map, [key, [...(map.get(key) ?? []), row]]]);
}
