/** The texts of toasts about one's own tickets. */
export const WARNED_MESSAGES = {
  due_soon: (uid: string, target: string) => `${uid}: ${target} due soon`,
  overdue: (uid: string, target: string) => `${uid}: ${target} overdue`,
  several: (count: number) => `${count} of your tickets need attention`,
  open: "Open",
  openList: "Show them",
} as const;
