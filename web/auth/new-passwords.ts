import { WORDS } from "#contract/words.ts";

/** The error of a repeated password that is another one (SPEC 5). */
export function newPasswordsDiffer(password: string, confirm: string): { confirm?: string } {
  return password === confirm ? {} : { confirm: WORDS.newPasswordsDiffer };
}
