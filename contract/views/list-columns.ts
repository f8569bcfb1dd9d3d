/** The columns that a list of tickets can have, in their order; ID and subject are always there. */
export const LIST_COLUMNS = [
  "status",
  "priority",
  "assignee",
  "company",
  "client",
  "team",
  "tags",
  "follow_up",
  "due",
  "created",
  "updated",
] as const;

export type ListColumn = (typeof LIST_COLUMNS)[number];

/** The columns of a list for which nobody has chosen others. */
export const USUAL_COLUMNS: readonly ListColumn[] = [
  "status",
  "priority",
  "assignee",
  "tags",
  "created",
  "updated",
];

/** The usual ones where due times are shown: there is room for one time less. */
export const USUAL_COLUMNS_WITH_DUE: readonly ListColumn[] = [
  "status",
  "priority",
  "assignee",
  "tags",
  "due",
  "updated",
];

/** The known ones of some columns, in the order of lists: those of an older or newer version are left out. */
export function knownColumns(asked: readonly string[]): ListColumn[] {
  return LIST_COLUMNS.filter((column) => asked.includes(column));
}
