import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const DRAFT_MESSAGES: Translated<typeof English.DRAFT_MESSAGES> = {
  elsewhere: "Auch auf einem anderen Gerät geschrieben",
  takeThat: "Das andere nehmen",
  keepThis: "Dieses behalten",
  keptHere: "Auf diesem Gerät aufbewahrt",
};
