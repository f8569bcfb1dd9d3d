import { LIMITS } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/lib/request-context.ts";
import { type Refusal, refuseField } from "#server/lib/refusal.ts";
import { readTextSetting, readPasswordMinimum } from "#server/settings/read.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** Attributes of the owner that guessing would try. */
export type Owner = { email: string; fullname: string; company_name: string | null };

type Choice = { password: string; owner: Owner; field: "password" | "new_password" };

/**
 * Refuses with 422 a password that is too short, common, or made of nothing but the names that everybody would try
 * (rule 26). Character classes are not required: length and surprise count.
 */
export async function refuseWeakPassword(
  { db, app }: { db: Db; app: { config: Config } },
  { password, owner, field }: Choice,
): Promise<void> {
  const shortest = await readPasswordMinimum(db);
  const brand = await readTextSetting(db, "brand_name", app.config.brandName);
  if (password.length < shortest) throw tooShort(field, shortest);
  if (isCommon(password)) throw refuseField(422, field, "auth.password_common");
  if (isBuiltOn(password, guessableWords(owner, brand)))
    throw refuseField(422, field, "auth.password_personal");
}

function tooShort(field: Choice["field"], shortest: number): Refusal {
  if (shortest > LIMITS.passwordMinimum)
    return refuseField(422, field, "auth.password_below_minimum", { min: shortest });
  const isNew = field === "new_password";
  return refuseField(422, field, isNew ? "auth.new_password_too_short" : "auth.password_too_short");
}

/**
 * Whether a password is common as it stands, with digits and signs around it, one repeated character, or a run of
 * digits.
 */
export function isCommon(password: string): boolean {
  const foldText = fold(password);
  if (COMMON_PASSWORDS.has(foldText)) return true;
  const core = foldText.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const hasFewOthers = foldText.length - core.length <= 6;
  if (core !== "" && hasFewOthers && COMMON_PASSWORDS.has(core)) return true;
  if (isPattern(foldText)) return true;
  const bare = foldText.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return foldText.length - bare.length <= 6 && isPattern(bare);
}

function isPattern(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text) || isCounting(text);
}

/** Whether a text is only digits that go up, down or stay, such as 12345678 and 98765432. */
function isCounting(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const steps = Array.from(text.slice(1)).map(
    (digit, index) => (10 + Number(digit) - Number(text[index])) % 10,
  );
  return new Set(steps).size <= 1;
}

/** Whether fewer letters and digits than a password needs are left without the names. */
function isBuiltOn(password: string, words: string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, " "), fold(password));
  if (rest === fold(password)) return false;
  const left = rest.replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return left.length < LIMITS.passwordMinimum || isCommon(left);
}

function guessableWords(owner: Owner, brand: string): string[] {
  const sources = ["waypost", brand, owner.fullname, owner.email, owner.company_name ?? ""].map(fold);
  const whole = sources.map((source) => source.replaceAll(/[^\p{L}\p{N}]+/gu, ""));
  const parts = sources.flatMap((source) => source.split(/[^\p{L}\p{N}]+/u));
  const words = [...whole, ...parts].filter((word) => word.length >= 4);
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
}
