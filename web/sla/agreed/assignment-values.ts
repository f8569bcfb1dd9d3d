import { type Assignment, type AssignmentBody, ORGANIZATION, type Scope } from "./data.ts";

/** Besides ids: what stands above decides, or nothing is promised. */
export const INHERIT = "inherit";
export const NONE = "none";

/** As the fields of the form have it. */
export type AssignmentValues = { policy: string; calendar: string; shown: "inherit" | "yes" | "no" };

/** What is chosen here, not what comes from above. */
export function valuesOf(scope: Scope, now: Assignment): AssignmentValues {
  const isTop = scope === ORGANIZATION;
  const own = isTop ? "organization" : "company";
  return {
    policy: now.inherits ? INHERIT : (now.policy?.id ?? NONE),
    calendar: now.calendar?.origin === own ? now.calendar.id : INHERIT,
    shown: now.shown_origin === own || isTop ? (now.shown_to_clients ? "yes" : "no") : INHERIT,
  };
}

/** Whether a company takes everything from the organization again, which goes with nothing of its own. */
export function isLetGo({ policy }: AssignmentValues, now: Assignment): boolean {
  return policy === INHERIT && !now.inherits;
}

/** The choice as it is saved, without what it goes on from. */
export function choiceOf(
  values: AssignmentValues,
  now: Assignment,
): Omit<AssignmentBody, "base_assignment_id"> {
  const { policy, calendar, shown } = values;
  if (isLetGo(values, now)) return { inherit: true };
  return {
    ...(policy !== INHERIT && { policy_id: policy === NONE ? null : policy }),
    calendar_id: calendar === INHERIT ? null : calendar,
    shown_to_clients: shown === INHERIT ? null : shown === "yes",
  };
}
