import { PASSWORD_MESSAGES } from "./messages.ts";

/** The error of a repeated password that is another one (rule 324). */
export function findPasswordMismatch(password: string, confirm: string): { confirm?: string } {
  return password === confirm ? {} : { confirm: PASSWORD_MESSAGES.differ };
}
