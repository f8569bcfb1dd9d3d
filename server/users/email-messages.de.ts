import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./email-messages.ts";

export const USER_EMAIL_MESSAGES: Translated<typeof English.USER_EMAIL_MESSAGES> = {
  notExpected: "Wenn Sie diese Mail nicht erwartet haben, müssen Sie nichts tun.",
  worksOnce: (hours) => `Der Link gilt einmal, ${hoursText(hours)} lang.`,
  invited: "Sie sind zum Helpdesk eingeladen",
  invitedTo: (company) => `Sie sind zum Helpdesk von ${company} eingeladen`,
  invitedBy: (by) => `${by} hat Sie zum Helpdesk eingeladen.`,
  invitedAsMember: (by, company) => `${by} hat Sie als Mitglied von ${company} zum Helpdesk eingeladen.`,
  setNameAndPassword: "Folgen Sie dem Link, um Ihren Namen und ein Passwort zu setzen.",
  accept: "Einladung annehmen",
  setPassword: "Neues Passwort setzen",
  askedFor: "Jemand, hoffentlich Sie, hat ein neues Passwort angefordert.",
  sentBy: (by) => `${by} hat Ihnen einen Link geschickt, mit dem Sie ein neues Passwort setzen.`,
  yoursAgain:
    "Ihre Adresse gehört wieder Ihnen. Wenn jemand anders sie geändert hat, kennt er vielleicht Ihr Passwort: Setzen Sie ein neues.",
  addressChanged: "Ihre E-Mail-Adresse wurde geändert",
  addressIsNow: (address) => `Die Adresse Ihres Kontos ist jetzt ${address}.`,
  takeItBack: (hours) =>
    `Wenn Sie das nicht waren, nehmen Sie es zurück: Der Link gilt einmal, ${hoursText(hours)} lang.`,
  takeBack: "Änderung zurücknehmen",
  sentUntilNow: "Sie erhalten diese Mail, weil dies bisher Ihre Adresse war.",
  accountMoved: "Die E-Mail-Adresse eines Kontos wurde geändert",
  useItToSignIn: (address) => `Die Adresse Ihres Kontos ist jetzt ${address}. Melden Sie sich damit an.`,
  tellYourDesk: "Wenn Sie das nicht veranlasst haben, sagen Sie es dem Betreiber Ihres Helpdesks.",
  safety: "Sie erhalten diese Mail, weil sie die Sicherheit Ihres Kontos betrifft.",
};

function hoursText(hours: number): string {
  if (hours === 1) return "eine Stunde";
  return hours > 48 && hours % 24 === 0 ? `${hours / 24} Tage` : `${hours} Stunden`;
}
