import type { Translated } from "#contract/translation-type.ts";
import type * as English from "./messages.ts";

export const REQUESTER_MESSAGES: Translated<typeof English.REQUESTER_MESSAGES> = {
  title: "Kunden ändern",
  hint: "Verschiebt dieses Ticket zu einem anderen Kunden oder einer anderen Firma.",
  clientHint: "Der Kunde bringt seine Firma mit.",
  client: "Kunde",
  company: "Firma",
  save: "Kunden ändern",
  saving: "Wird geändert …",
  audience: "Das ändert, wer das Gespräch lesen kann",
  nobodySees: "Kein Kunde wird dieses Ticket sehen, außer wer es verfolgt.",
  followersStay: "Wer dieses Ticket verfolgt, sieht es weiterhin. Interne Notizen bleiben beim Support.",
};

export function clientWillSeeWords(client: string): string {
  return `${client} wird dieses Ticket und alles bisher darin Gesagte sehen.`;
}

export function companyWillSeeWords(company: string): string {
  return `Bei ${company} sehen es auch alle, die die Tickets der ganzen Firma sehen dürfen.`;
}

export function clientLosesWords(client: string): string {
  return `${client} sieht es dann nicht mehr.`;
}

export function clientMayLoseWords(client: string, company: string): string {
  return `${client} sieht es nur noch, wenn alle Tickets von ${company} sichtbar sein dürfen.`;
}

export function companyLosesWords(company: string): string {
  return `Bei ${company} sieht es niemand mehr.`;
}
