import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const FIGURE_MESSAGES: Translated<typeof English.FIGURE_MESSAGES> = {
  title: "Servicelevel",
  metThisMonth: "Diesen Monat eingehalten",
  metOf: (met, all) => `${met} von ${all}`,
  none: "-",
  ownTitle: "Servicelevel",
  ownMet: (share, month) => `${share} der Ziele im ${month} eingehalten`,
  ownCount: (met, all) => `${met} von ${all} Zielen`,
  ownFailed: "Das Servicelevel konnte nicht geladen werden",
};
