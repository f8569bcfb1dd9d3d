import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./built-in-messages.ts";

export const BUILT_IN_NAMES: Translated<typeof English.BUILT_IN_NAMES> = {
  mine: "Mir zugewiesen",
  unassigned: "Nicht zugewiesen",
  due: "Wiedervorlage fällig",
};
