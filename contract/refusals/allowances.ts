import { waitText } from "./wait-text.ts";

type Over = { allowed: number; seconds: number };

/** Refusals of what somebody has done often enough for a while. */
export const ALLOWANCE_REFUSALS = {
  "allowance.writes": ({ seconds }: Over) =>
    `You are changing things faster than this help desk takes them. Try again in ${waitText(seconds)}.`,
  "allowance.tickets": ({ allowed, seconds }: Over) =>
    `You can raise ${allowed} tickets an hour. Try again in ${waitText(seconds)}.`,
  "allowance.uploads": ({ allowed, seconds }: Over) =>
    `You can upload ${allowed} MB a day. Try again in ${waitText(seconds)}.`,
  "allowance.company_uploads": ({ allowed, seconds }: Over) =>
    `Your company can upload ${allowed} MB a day. Try again in ${waitText(seconds)}.`,
  "allowance.letters": ({ seconds }: Over) =>
    `Enough mail went to this address within an hour. Try again in ${waitText(seconds)}.`,
  "allowance.address_changes": ({ allowed, seconds }: Over) =>
    `You can change your address ${allowed} times a day. Try again in ${waitText(seconds)}.`,
  "allowance.invitations": ({ allowed, seconds }: Over) =>
    `You can send ${allowed} invitations a day. Try again in ${waitText(seconds)}.`,
  "allowance.company_invitations": ({ allowed, seconds }: Over) =>
    `Your company can send ${allowed} invitations a day. Try again in ${waitText(seconds)}.`,
  "allowance.taken_addresses": ({ seconds }: Over) =>
    `Too many addresses that somebody has already. Try again in ${waitText(seconds)}.`,
} as const;
