import type { z } from "zod";
import type { assignmentEndpoints } from "#contract/sla/assignments.ts";

type Wanted = Omit<z.output<typeof assignmentEndpoints.assign.body>, "base_assignment_id">;

/** A choice as it is kept. */
export type Chosen = {
  inherits: boolean;
  policy_id: string | null;
  calendar_id: string | null;
  shown_to_clients: boolean | null;
};

/** Absent fields stay as they are; a company that chooses no service level of its own goes on with the organization's. */
export function resolveChoice(
  standing: Chosen | null,
  isCompany: boolean,
  { inherit, policy_id, calendar_id, shown_to_clients }: Wanted,
): Chosen {
  if (inherit) return { inherits: true, policy_id: null, calendar_id: null, shown_to_clients: null };
  return {
    inherits: isCompany && policy_id === undefined && (standing?.inherits ?? true),
    policy_id: policy_id === undefined ? (standing?.policy_id ?? null) : policy_id,
    calendar_id: calendar_id === undefined ? (standing?.calendar_id ?? null) : calendar_id,
    shown_to_clients:
      shown_to_clients === undefined ? (standing?.shown_to_clients ?? null) : shown_to_clients,
  };
}
