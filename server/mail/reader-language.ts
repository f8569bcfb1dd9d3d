import { isLanguage, type Language } from "#contract/languages.ts";
import type { Db } from "#server/lib/request-context.ts";
import { readDeskLanguage } from "#server/settings/read.ts";

/** One catalogue of messages in every language. */
export type InEveryLanguage<Messages> = Record<Language, Messages>;

/** Reads the messages of a mail in its reader's language: the one that they chose, else the desk's (rule 627). */
export async function readMessagesFor<Messages>(
  db: Db,
  userId: string,
  catalogues: InEveryLanguage<Messages>,
): Promise<{ language: Language; messages: Messages }> {
  const language = await readLanguageOf(db, userId);
  return { language, messages: catalogues[language] };
}

async function readLanguageOf(db: Db, userId: string): Promise<Language> {
  const person = await db.selectFrom("users").select("locale").where("id", "=", userId).executeTakeFirst();
  return isLanguage(person?.locale) ? person.locale : readDeskLanguage(db);
}
