import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { SlaTarget } from "#contract/sla/targets.ts";
import type { Priority } from "#contract/statuses.ts";
import type { Big, Moment, MomentOrNull, Optional } from "./column-types.ts";

/** What is promised to whom, how the clocks stand, and what was decided. */
export type ServiceLevelTables = {
  sla_policies: SlaPolicies; // sla
  sla_policy_versions: SlaPolicyVersions; // sla
  sla_targets: SlaTargets; // sla
  sla_assignments: SlaAssignments; // sla
  sla_pins: SlaPins; // sla
  sla_applications: SlaApplications; // sla
  sla_state: SlaState; // sla
  sla_clocks: SlaClocks; // sla
  sla_due: SlaDue; // sla
  sla_queue: { ticket_id: string; seq: Big; wait_until: MomentOrNull }; // sla
  sla_warnings: SlaWarnings; // sla
  sla_verdicts: SlaVerdicts; // sla
  sla_monthly: SlaMonthly; // triggers
  sla_monthly_totals: SlaMonthlyTotals; // triggers
};

type SlaPolicies = {
  id: Generated<string>;
  name: string;
  version: Generated<number>;
  archived_at: MomentOrNull;
};
type SlaPolicyVersions = {
  id: Generated<string>;
  policy_id: string;
  number: number;
  calendar_id: Optional<string>;
  pauses_for_client: boolean;
  pauses_for_third_party: boolean;
  created_at: Moment;
  created_by: string;
};
type SlaTargets = {
  policy_version_id: string;
  priority: Priority;
  first_response_minutes: number | null;
  next_response_minutes: number | null;
  resolution_minutes: number | null;
  around_the_clock: Generated<boolean>;
};
type SlaAssignments = {
  position: GeneratedAlways<number>;
  id: Generated<string>;
  company_id: Optional<string>;
  inherits: Generated<boolean>;
  policy_id: Optional<string>;
  calendar_id: Optional<string>;
  shown_to_clients: Optional<boolean>;
  from_at: Moment;
  assigned_by: string;
};
type SlaPins = {
  ticket_id: string;
  at: Moment;
  policy_version_id: Optional<string>;
  calendar_version_id: Optional<string>;
  group_id: string;
  pinned_by: string;
  undone_at: MomentOrNull;
};
export type SlaScope = { policy_id: string } | { calendar_id: string } | { company_id: string | null };
type SlaApplications = {
  group_id: string;
  scope: ColumnType<SlaScope, string, never>;
  applied_by: string;
  at: Moment;
  open_tickets: number;
  applied: Generated<number>;
  last_ticket_id: Optional<string>;
  done_at: MomentOrNull;
  undone_at: MomentOrNull;
};
type SlaState = { is_only: Generated<boolean>; is_on: boolean; generation: Big; tz: Optional<string> };
type SlaClocks = {
  ticket_id: string;
  target: SlaTarget;
  cycle: number;
  level: Priority;
  state: "running" | "paused";
  started_at: Moment;
  target_seconds: number;
  due_at: MomentOrNull;
  warn_at: MomentOrNull;
  warned_at: MomentOrNull;
  told_overdue_at: MomentOrNull;
  policy_version_id: string;
  calendar_version_id: string;
};
type SlaDue = {
  ticket_id: string;
  target: SlaTarget;
  due_at: MomentOrNull;
  warn_at: MomentOrNull;
  is_paused: boolean;
};
type SlaWarnings = {
  id: Generated<string>;
  ticket_id: string;
  target: SlaTarget;
  cycle: number;
  level: Priority;
  kind: "due_soon" | "overdue";
  due_at: Moment;
  remaining_seconds: number;
  at: Moment;
  is_to_mail: Generated<boolean>;
};
type SlaVerdicts = {
  id: string;
  ticket_id: string;
  target: SlaTarget;
  cycle: number;
  verdict: "met" | "missed";
  started_at: Moment;
  ended_at: Moment;
  /** The first day of its month, as YYYY-MM-DD. */
  month: string;
  company_id: string;
  priority: Priority;
  assignee_id: Optional<string>;
  target_seconds: number;
  used_seconds: number;
  over_seconds: number;
  policy_version_id: string;
  calendar_version_id: string;
  tz: string;
  supersedes_id: Optional<string>;
  reason: Optional<string>;
  judged_by: Optional<string>;
  decided_at: Moment;
};
type SlaMonthly = {
  month: string;
  company_id: string;
  priority: Priority;
  target: SlaTarget;
  slot: number;
  met: Big;
  missed: Big;
  judged_again: Big;
};
type SlaMonthlyTotals = {
  month: string;
  company_id: string;
  slot: number;
  met: number;
  missed: number;
  judged_again: number;
};
