import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./due-messages.ts";

export const DUE_MESSAGES: Translated<typeof English.DUE_MESSAGES> = {
  over: (time) => `seit ${time}`,
  filter: "Servicelevel",
  all: "Jede Fälligkeit",
  chips: "Fälligkeiten",
  pauses: "Hält die Lösungsuhr an",
};
