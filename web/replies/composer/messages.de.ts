import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const BROUGHT_MESSAGES: Translated<typeof English.BROUGHT_MESSAGES> = {
  also: "Außerdem:",
  remove: (what) => `Weglassen: ${what}`,
  fillIn: (labels) => `Füllen Sie zuerst die markierten Stellen aus: ${labels}`,
  takeOff: (what) => `Nehmen Sie weg, was nicht mehr passt: ${what}`,
  nextPlace: "nächste Stelle",
  place: (label, at, of) => `${label}, markierte Stelle ${at} von ${of}`,
};
