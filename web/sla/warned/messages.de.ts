import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const WARNED_MESSAGES: Translated<typeof English.WARNED_MESSAGES> = {
  due_soon: (uid, target) => `${uid}: ${target} bald fällig`,
  overdue: (uid, target) => `${uid}: ${target} überfällig`,
  several: (count) => `${count} Ihrer Tickets brauchen Aufmerksamkeit`,
  open: "Öffnen",
  openList: "Zeigen",
};
