import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./picker-messages.ts";

export const COMPANY_PICKER_MESSAGES: Translated<typeof English.COMPANY_PICKER_MESSAGES> = {
  companies: "Firmen",
  findCompany: "Firma suchen",
  none: "Keine",
};
