import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const BLOCKED_MESSAGES: Translated<typeof English.BLOCKED_MESSAGES> = {
  title: "Gesperrte Absender",
  hint: "Mail von ihnen wird ignoriert. Was ignoriert wurde, bleibt ignoriert.",
  empty: "Niemand ist gesperrt",
  emptyHint: "Sperren Sie einen Absender bei der Mail, die Sie lesen.",
  failedToFetch: "Die gesperrten Absender konnten nicht geladen werden",
  blockedBy: (name) => `Gesperrt von ${name}`,
  everybodyAt: (domain) => `Alle von ${domain}`,
  unblock: "Freigeben",
  unblockOf: (sender) => `${sender} freigeben`,
  sure: (sender) => `${sender} wieder schreiben lassen?`,
  done: (sender) => `${sender} darf wieder schreiben`,
  failed: "Der Absender konnte nicht freigegeben werden",
  close: "Schließen",
};
