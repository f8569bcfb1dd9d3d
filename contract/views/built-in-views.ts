/**
 * The views that all staff have without making them, by their keys, with what they ask for; `mine` means whoever looks.
 * They are no rows: a key stands in addresses and among pins beside the ids of kept views. A further one is added here,
 * and named in web/views/built-in-messages.ts.
 */
export const BUILT_IN_VIEWS = {
  mine: { mine: true, active: true },
  unassigned: { unassigned: true },
  due: { follow_up: "due" },
} as const;

export type BuiltInView = keyof typeof BUILT_IN_VIEWS;

/** Pinned for whoever has not taken them off, before the views of the own teams. */
export const PINNED_AT_FIRST: readonly BuiltInView[] = ["mine", "unassigned"];

/** Whether the key of a view is that of a built-in one. */
export function isBuiltIn(key: string): key is BuiltInView {
  return Object.hasOwn(BUILT_IN_VIEWS, key);
}
