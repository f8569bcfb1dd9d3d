import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const VERSION_MESSAGES: Translated<typeof English.VERSION_MESSAGES> = {
  versions: "Versionen",
  versionsOf: (name) => `Versionen von ${name}`,
  versionsHint: "Ein Ticket wird nach der Version beurteilt, die galt, als es erstellt wurde.",
  newest: "neueste",
  name: (n) => `Version ${n}`,
  savedBy: (date, name) => (name === null ? date : `${date} · ${name}`),
  former: (n) => `Version ${n}, wie sie war`,
  formerHint: "Tickets aus dieser Zeit werden weiter nach ihr beurteilt. Sie lässt sich nicht ändern.",
  toNewest: "Neueste zeigen",
};
