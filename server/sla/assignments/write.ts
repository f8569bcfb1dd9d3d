import { sql } from "kysely";
import type { z } from "zod";
import { mayManageSla } from "#contract/access/sla.ts";
import { jobs } from "#contract/jobs.ts";
import type { assignmentEndpoints } from "#contract/sla/assignments.ts";
import { insertCalendar } from "#server/calendars/write.ts";
import { refuse, refuseField } from "#server/lib/refusal.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { enqueue } from "#server/lib/work/enqueue.ts";
import { recordDeskEvent, recordEvent } from "#server/lib/work/history.ts";
import { businessHours } from "./business-hours.ts";
import { holdCalendar, holdPolicy, lockChoices, refuseWithoutHours } from "./hold.ts";
import { type Choice, getAssignment, readChoices } from "./read.ts";
import { type Chosen, resolveChoice } from "./resolve-choice.ts";

type Wanted = z.output<typeof assignmentEndpoints.assign.body>;

/**
 * Chooses the service level of the organization or of a company, from now on. Refuses 403, 404 for a company that is not there,
 * 409 where somebody chose meanwhile, 422 for what is not there and where no calendar would count the hours.
 */
export async function assign(ctx: Ctx, scope: string, { base_assignment_id, ...wanted }: Wanted) {
  if (!mayManageSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const company = scope === "organization" ? null : await findCompany(ctx, scope);
  await lockChoices(ctx.db);
  const choices = await readChoices(ctx.db);
  const standing = choices.find(({ company_id }) => company_id === (company?.id ?? null)) ?? null;
  if ((standing?.id ?? null) !== base_assignment_id) throw refuse(409, "request.changed_meanwhile");
  refuseMore(company !== null, wanted);
  const chosen = resolveChoice(standing, company !== null, wanted);
  if (isSame(chosen, standing ?? { ...NOTHING, inherits: company !== null }))
    return getAssignment(ctx, scope);
  await holdChosen(ctx, { company, chosen, choices });
  await insertChoice(ctx, { company, before: standing, chosen });
  return getAssignment(ctx, scope);
}

/** Chooses a new service level for everybody without a choice of their own; the calendar is made where there is none. */
export async function assignToEveryone(
  ctx: Ctx,
  { policyId, calendarId }: { policyId: string; calendarId: string | null },
): Promise<void> {
  await lockChoices(ctx.db);
  const standing = (await readChoices(ctx.db)).find(({ company_id }) => company_id === null) ?? null;
  const calendar = standing?.calendar_id ?? calendarId ?? (await findOrMakeBusinessHours(ctx));
  const chosen = {
    inherits: false,
    policy_id: policyId,
    calendar_id: calendar,
    shown_to_clients: standing?.shown_to_clients ?? null,
  };
  await insertChoice(ctx, { company: null, before: standing, chosen });
}

async function findCompany({ db }: Ctx, id: string): Promise<{ id: string; name: string }> {
  const company = await db
    .selectFrom("companies")
    .select(["id", "name", "is_internal"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!company) throw refuse(404, "company.not_found");
  if (company.is_internal) throw refuseField(422, "scope", "sla.internal_company");
  return company;
}

/** To inherit is a choice by itself, and a company's. */
function refuseMore(
  isCompany: boolean,
  { inherit, policy_id, calendar_id, shown_to_clients }: Omit<Wanted, "base_assignment_id">,
): void {
  const isMore = [policy_id, calendar_id, shown_to_clients].some((value) => value !== undefined);
  if (inherit && (isMore || !isCompany)) throw refuseField(422, "inherit", "sla.inherit_alone");
}

type Choosing = { company: { id: string } | null; chosen: Chosen; choices: readonly Choice[] };

/** Without its hours the organization takes them from companies as well that have a service level of their own. */
async function holdChosen({ db }: Ctx, { company, chosen, choices }: Choosing): Promise<void> {
  const { policy_id, calendar_id } = chosen;
  await holdCalendar(db, calendar_id);
  const policy = policy_id === null ? null : await holdPolicy(db, policy_id);
  const others = choices.filter((choice) => choice.company_id !== (company?.id ?? null));
  const own = { company_id: company?.id ?? null, policy_id, calendar_id };
  refuseWithoutHours([...others, { ...own, policy_calendar_id: policy?.calendarId ?? null }]);
}

type Insert = { company: { id: string; name: string } | null; before: Choice | null; chosen: Chosen };

/** The provider's own company has no choice itself: in its history stands the organization's. */
async function insertChoice(ctx: Ctx, { company, before, chosen }: Insert): Promise<void> {
  await ctx.db
    .insertInto("sla_assignments")
    .values({ company_id: company?.id ?? null, ...chosen, from_at: ctx.now, assigned_by: ctx.actor.id })
    .execute();
  const event = {
    kind: "sla.assigned" as const,
    ...(before && { before: pickChosen(before) }),
    after: { ...chosen },
  };
  await (company ? recordEvent(ctx, { id: company.id, ...event }) : recordDeskEvent(ctx, event));
  await enqueue(ctx, jobs.requeueServiceLevels, {});
}

const NOTHING = { policy_id: null, calendar_id: null, shown_to_clients: null };

/** Said again, a choice is no other one: it keeps its time, and no event tells of it. */
function isSame(one: Chosen, other: Chosen): boolean {
  return (
    one.inherits === other.inherits &&
    one.policy_id === other.policy_id &&
    one.calendar_id === other.calendar_id &&
    one.shown_to_clients === other.shown_to_clients
  );
}

function pickChosen({ inherits, policy_id, calendar_id, shown_to_clients }: Choice): Chosen {
  return { inherits, policy_id, calendar_id, shown_to_clients };
}

const NAME = "Business hours";

async function findOrMakeBusinessHours(ctx: Ctx): Promise<string> {
  const there = await ctx.db
    .selectFrom("calendars")
    .select("id")
    .where("archived_at", "is", null)
    .where(sql`lower(name)`, "=", NAME.toLowerCase())
    .forShare()
    .executeTakeFirst();
  if (there) return there.id;
  return insertCalendar(ctx, { name: NAME, ...(await businessHours(ctx)) });
}
