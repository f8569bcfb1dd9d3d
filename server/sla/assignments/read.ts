import { sql } from "kysely";
import { mayReadSla } from "#contract/access/sla.ts";
import type { SLA_ORIGINS } from "#contract/sla/targets.ts";
import { refuse } from "#server/lib/refusal.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { newestAssignments } from "../newest-assignments.ts";

type Origin = (typeof SLA_ORIGINS)[number];

/** The choice of a company, or of the organization, with the names of what it chose. */
export type Choice = {
  id: string;
  company_id: string | null;
  company_name: string | null;
  inherits: boolean;
  policy_id: string | null;
  policy_name: string | null;
  /** The calendar that the policy's newest version names. */
  policy_calendar_id: string | null;
  policy_calendar_name: string | null;
  calendar_id: string | null;
  calendar_name: string | null;
  shown_to_clients: boolean | null;
  from_at: Date;
};

/** The choices that stand; those of deleted companies are left out. */
export async function readChoices(db: Db): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select a.id, a.company_id, k.name as company_name, a.inherits, a.policy_id, p.name as policy_name,
      v.calendar_id as policy_calendar_id, pc.name as policy_calendar_name, a.calendar_id, c.name as calendar_name,
      a.shown_to_clients, a.from_at
    from ${newestAssignments()} a
    left join companies k on k.id = a.company_id
    left join sla_policies p on p.id = a.policy_id
    left join sla_policy_versions v on v.policy_id = p.id and v.number = p.version
    left join calendars pc on pc.id = v.calendar_id
    left join calendars c on c.id = a.calendar_id
    where k.deleted_at is null
    order by name_key(k.name), a.company_id`.execute(db);
  return rows;
}

/** Lists the organization's choice, and companies with one of their own. */
export async function listAssignments(ctx: Ctx) {
  if (!mayReadSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const choices = await readChoices(ctx.db);
  const organization = choices.find(({ company_id }) => company_id === null) ?? null;
  return {
    organization: describeOrganization(organization),
    companies: choices
      .filter((choice) => choice.company_id !== null && !isEmpty(choice))
      .map((choice) => describe({ id: choice.company_id, name: choice.company_name }, choice, organization)),
  };
}

/** Reads what applies to the organization or a company. Refuses 404 for a company that is not there. */
export async function getAssignment(ctx: Ctx, scope: string) {
  if (!mayReadSla(ctx.actor)) throw refuse(403, "auth.not_allowed");
  const choices = await readChoices(ctx.db);
  const organization = choices.find(({ company_id }) => company_id === null) ?? null;
  if (scope === "organization") return describeOrganization(organization);
  const company = await ctx.db
    .selectFrom("companies")
    .select(["id", "name"])
    .where("id", "=", scope)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!company) throw refuse(404, "company.not_found");
  const own = choices.find(({ company_id }) => company_id === scope) ?? null;
  return describe(company, own, organization);
}

/** A company that inherits everything again has no choice of its own. */
function isEmpty({ inherits, calendar_id, shown_to_clients }: Choice): boolean {
  return inherits && calendar_id === null && shown_to_clients === null;
}

function describeOrganization(organization: Choice | null) {
  return describe({ id: null, name: null }, null, organization);
}

/** What applies, and where it comes from. */
function describe(
  company: { id: string | null; name: string | null },
  own: Choice | null,
  organization: Choice | null,
) {
  const isOwn = own !== null && !own.inherits;
  const chooser = isOwn ? own : organization;
  const origin: Origin = isOwn ? "company" : "organization";
  const standing = company.id === null ? organization : own;
  return {
    company_id: company.id,
    company_name: company.name,
    assignment_id: standing?.id ?? null,
    inherits: company.id !== null && !isOwn,
    policy: chooser?.policy_id ? { id: chooser.policy_id, name: chooser.policy_name ?? "", origin } : null,
    calendar: describeCalendar(own, chooser, organization),
    ...describeShown(own, organization),
    since: standing?.from_at.toISOString() ?? null,
  };
}

function describeCalendar(own: Choice | null, chooser: Choice | null, organization: Choice | null) {
  const candidates: [string | null | undefined, string | null | undefined, Origin][] = [
    [own?.calendar_id, own?.calendar_name, "company"],
    [chooser?.policy_calendar_id, chooser?.policy_calendar_name, "policy"],
    [organization?.calendar_id, organization?.calendar_name, "organization"],
  ];
  const [found] = candidates.filter(([id]) => id);
  if (!found) return null;
  const [id, name, origin] = found;
  return { id: id ?? "", name: name ?? "", origin };
}

function describeShown(own: Choice | null, organization: Choice | null) {
  if (own?.shown_to_clients != null)
    return { shown_to_clients: own.shown_to_clients, shown_origin: "company" as const };
  const origin: Origin = organization?.shown_to_clients == null ? "none" : "organization";
  return { shown_to_clients: organization?.shown_to_clients ?? true, shown_origin: origin };
}
