import { type Assignment, type AssignmentBody, ORGANIZATION, type Scope } from "./data.ts";

/** Besides ids: what stands above decides, or nothing is promised. */
export const INHERIT = "inherit";
export const NONE = "none";

/** As the fields of the form have it, by the names of the API. */
export type AssignmentValues = {
  policy_id: string;
  calendar_id: string;
  shown_to_clients: "inherit" | "yes" | "no";
};

/** What is chosen here, not what comes from above. */
export function valuesOf(scope: Scope, now: Assignment): AssignmentValues {
  const isTop = scope === ORGANIZATION;
  const own = isTop ? "organization" : "company";
  return {
    policy_id: now.inherits ? INHERIT : (now.policy?.id ?? NONE),
    calendar_id: now.calendar?.origin === own ? now.calendar.id : INHERIT,
    shown_to_clients: now.shown_origin === own || isTop ? (now.shown_to_clients ? "yes" : "no") : INHERIT,
  };
}

/** What may be chosen, and what is: a restored company may have something that was archived meanwhile. */
export function withChosen(
  offered: readonly { id: string; name: string }[],
  chosen: { id: string; name: string } | null,
): { value: string; label: string }[] {
  const isOffered = chosen === null || offered.some(({ id }) => id === chosen.id);
  const all = isOffered ? offered : [...offered, chosen];
  return all.map(({ id, name }) => ({ value: id, label: name }));
}

/** Where the service level comes from; that there is none may be chosen as well. */
export function policyOriginOf({ policy, company_id, inherits, assignment_id }: Assignment) {
  if (policy !== null) return policy.origin;
  if (company_id === null) return assignment_id === null ? "none" : "organization";
  return inherits ? "none" : "company";
}

/** Whether a company takes everything from the organization again, which goes with nothing of its own. */
export function isLetGo({ policy_id }: AssignmentValues, now: Assignment): boolean {
  return policy_id === INHERIT && !now.inherits;
}

/** The values with another service level: with the organization's everything of its own goes, and comes back with any other. */
export function choosePolicy(
  values: AssignmentValues,
  policy_id: string,
  { scope, now }: { scope: Scope; now: Assignment },
): AssignmentValues {
  const chosen = { ...(isLetGo(values, now) ? valuesOf(scope, now) : values), policy_id };
  return isLetGo(chosen, now) ? { ...chosen, calendar_id: INHERIT, shown_to_clients: INHERIT } : chosen;
}

/** The choice as it is saved, without what it goes on from. */
export function choiceOf(
  values: AssignmentValues,
  now: Assignment,
): Omit<AssignmentBody, "base_assignment_id"> {
  const { policy_id, calendar_id, shown_to_clients: shown } = values;
  if (isLetGo(values, now)) return { inherit: true };
  return {
    ...(policy_id !== INHERIT && { policy_id: policy_id === NONE ? null : policy_id }),
    calendar_id: calendar_id === INHERIT ? null : calendar_id,
    shown_to_clients: shown === INHERIT ? null : shown === "yes",
  };
}
