import type { BuiltInView } from "#contract/views/built-in-views.ts";

/** The names of the built-in views. */
export const BUILT_IN_NAMES: Record<BuiltInView, string> = {
  mine: "Assigned to me",
  unassigned: "Unassigned",
  due: "Follow-up due",
};
