import type { Translated } from "#contract/translated.ts";
import type * as English from "./picker-words.ts";

export const COMPANY_PICKER_WORDS: Translated<typeof English.COMPANY_PICKER_WORDS> = {
  companies: "Firmen",
  findCompany: "Firma suchen",
  none: "Keine",
};
