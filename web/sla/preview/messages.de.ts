import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const PREVIEW_MESSAGES: Translated<typeof English.PREVIEW_MESSAGES> = {
  also: (count) => `Auch für ${count} offene Tickets`,
  alsoOne: "Auch für 1 offenes Ticket",
  none: "Kein offenes Ticket ist betroffen.",
  hint: "Sonst gilt es nur für neue Tickets.",
  unchanged: "Keine Fälligkeit würde sich ändern.",
  first: (looked, all) => `Die ersten ${looked} von ${all} offenen Tickets.`,
  changed: (count) => `${count} mit anderer Fälligkeit`,
  overdueMore: (count) => `${count} ${count === "1" ? "würde" : "würden"} überfällig`,
  overdueLess: (count) => `${count} nicht mehr überfällig`,
  listed: (count) => `die ${count} größten Unterschiede sind aufgeführt`,
  largest: "Die größten Unterschiede zuerst",
  table: "Fälligkeiten jetzt und dann",
  columns: { ticket: "Ticket", target: "Ziel", now: "Jetzt", after: "Dann" },
  notMeasured: "nicht gemessen",
  paused: "angehalten",
  loading: "Offene Tickets werden betrachtet …",
  failed: "Die offenen Tickets konnten nicht betrachtet werden",
  applied: (count) =>
    count === 1 ? "Auf 1 offenes Ticket angewendet" : `Auf ${count} offene Tickets angewendet`,
  applying: (done, all) => `Wird angewendet: ${done} von ${all} offenen Tickets`,
  failedToApply: "Auf die offenen Tickets konnte es nicht angewendet werden",
  undone: "Rückgängig gemacht: Die offenen Tickets werden wie zuvor beurteilt",
  failedToUndo: "Das kann nicht mehr rückgängig gemacht werden",
};
