import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./mail-reach-messages.ts";

export const MAIL_REACH_MESSAGES: Translated<typeof English.MAIL_REACH_MESSAGES> = {
  failedToFetchReach: "Ob Mail ankommt, konnte nicht erfragt werden",
  notArriving: (address, reason) => `Mail an ${address} kommt nicht an: ${reason}.`,
  notArrivingHint: "Dorthin wird nichts gesendet, bis jemand es wieder versucht.",
  noResetSent: (at) =>
    `Auch der Link für ein neues Passwort, der am ${at} angefordert wurde, ging nicht hinaus: Nach einem neuen Versuch muss er noch einmal angefordert werden.`,
  tryingAgain: "Wird versucht …",
  tryAgainDone: "Mail wird wieder dorthin gesendet",
  tryAgainFailed: "Die Mail konnte nicht wieder dorthin gesendet werden",
  retry: "Noch einmal senden",
};
