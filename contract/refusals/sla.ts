/** Refusals about service levels. */
export const SLA_REFUSALS = {
  "sla.policy_not_found": "Service level not found",
  "sla.name_required": "Give the service level a name",
  "sla.name_taken": "There is a service level of this name",
  "sla.too_many_policies": ({ max }: { max: number }) => `There can be at most ${max} service levels`,
  "sla.policy_unknown": "There is no such service level any more",
  "sla.policy_in_use": ({ companies }: { companies: number }) =>
    companies === 0
      ? "This service level applies to every company: choose another one first"
      : `This service level is in use by ${companies} ${companies === 1 ? "company" : "companies"}`,
  "sla.target_out_of_range": ({ max }: { max: number }) =>
    `A target is a whole number of minutes from 1 to ${max}`,
  "sla.calendar_required": "Choose a calendar: there is none that would count the hours",
  "sla.calendar_unknown": "There is no such calendar any more",
  "sla.inherit_alone": "Either the organization's service level, or one of its own",
  "sla.choose_one": "Choose exactly one change",
  "sla.internal_company": "The internal company has no service level",
  "sla.reason_too_short": ({ min }: { min: number }) => `A reason of at least ${min} characters is needed`,
  "sla.nothing_to_judge": "There is nothing to judge again",
  "sla.month_invalid": "A month looks like 2026-10",
  "sla.months_out_of_order": "The last month must not be before the first",
  "sla.too_many_months": ({ max }: { max: number }) => `A report has at most ${max} months`,
  "sla.own_company_only": "You see the figures of your own company",
} as const;
