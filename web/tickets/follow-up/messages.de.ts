import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const FOLLOW_UP_MESSAGES: Translated<typeof English.FOLLOW_UP_MESSAGES> = {
  title: "Wiedervorlage",
  presets: {
    today: "Heute noch",
    tomorrow: "Morgen",
    working_days: "In 2 Arbeitstagen",
    monday: "Nächsten Montag",
    week: "In einer Woche",
  },
  all: "Alle Tickets",
  again: (when) => `Wieder: ${when}`,
  pick: "Zeitpunkt wählen",
  time: "Datum und Uhrzeit",
  zone: (zone) => `Wie die Uhr in ${zone} zeigt`,
  set: "Festlegen",
  hold: "Bis dahin pausiert",
  firm: "Auch wenn der Kunde antwortet",
  remove: "Wiedervorlage aufheben",
  due: (when) => `fällig ${when}`,
  setFor: (when) => `Wiedervorlage am ${when}`,
  setForMany: (n, when) => `${n} Tickets: Wiedervorlage am ${when}`,
  removed: (n) => (n === 1 ? "Wiedervorlage aufgehoben" : `Wiedervorlage von ${n} Tickets aufgehoben`),
  failed: "Wiedervorlage konnte nicht festgelegt werden",
  past: "Wählen Sie einen Zeitpunkt in der Zukunft",
  gone: (n) => (n === 1 ? "1 Ticket ist nicht mehr da" : `${n} Tickets sind nicht mehr da`),
};
