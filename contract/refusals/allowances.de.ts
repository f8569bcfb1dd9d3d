import type { Translated } from "../translation-type.ts";
import type { ALLOWANCE_REFUSALS as ENGLISH } from "./allowances.ts";
import { waitText } from "./wait-text.de.ts";

export const ALLOWANCE_REFUSALS: Translated<typeof ENGLISH> = {
  "allowance.writes": ({ seconds }) =>
    `Sie ändern schneller, als dieser Helpdesk es annimmt. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.tickets": ({ allowed, seconds }) =>
    `Sie können ${allowed} Tickets in der Stunde anlegen. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.uploads": ({ allowed, seconds }) =>
    `Sie können ${allowed} MB am Tag hochladen. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.company_uploads": ({ allowed, seconds }) =>
    `Ihre Firma kann ${allowed} MB am Tag hochladen. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.letters": ({ seconds }) =>
    `An diese Adresse ging in der letzten Stunde genug Post. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.address_changes": ({ allowed, seconds }) =>
    `Sie können Ihre Adresse ${allowed}-mal am Tag ändern. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.invitations": ({ allowed, seconds }) =>
    `Sie können ${allowed} Einladungen am Tag senden. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.company_invitations": ({ allowed, seconds }) =>
    `Ihre Firma kann ${allowed} Einladungen am Tag senden. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
  "allowance.taken_addresses": ({ seconds }) =>
    `Zu viele Adressen, die schon jemand hat. Versuchen Sie es in ${waitText(seconds)} noch einmal.`,
};
