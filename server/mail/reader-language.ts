import { isLanguage, type Language } from "#contract/languages.ts";
import type { Ctx, Db } from "#server/lib/request-context.ts";
import { querySetting, toBrandName, toLanguage } from "#server/settings/read.ts";

/** One catalogue of messages in every language. */
export type InEveryLanguage<Messages> = Record<Language, Messages>;

/** What every mail takes from the settings: the desk's name, and the language of readers who chose none. */
export type Desk = { brand: string; language: Language };

/** Reads what the words of one mail need, in one statement: the desk's name, and the messages in its reader's language. */
export async function readMessagesFor<Messages>(
  { app, db }: Pick<Ctx, "app" | "db">,
  userId: string,
  catalogues: InEveryLanguage<Messages>,
) {
  const { locale, ...stored } = await db
    .selectNoFrom(queryDesk(db))
    .select(db.selectFrom("users").select("locale").where("id", "=", userId).as("locale"))
    .executeTakeFirstOrThrow();
  return pickMessages(toDesk({ app }, stored), locale, catalogues);
}

/** The same where it is read already; the language is the one that the reader chose, else the desk's (rule 627). */
export function pickMessages<Messages>(
  { brand, language: usual }: Desk,
  locale: string | null,
  catalogues: InEveryLanguage<Messages>,
): Desk & { messages: Messages } {
  const language = isLanguage(locale) ? locale : usual;
  return { brand, language, messages: catalogues[language] };
}

/** Columns of the desk for a statement that reads more; `toDesk` takes them. */
export function queryDesk(db: Db) {
  return [
    querySetting(db, "brand_name").as("brand_name"),
    querySetting(db, "language").as("desk_language"),
  ] as const;
}

export function toDesk(
  { app }: Pick<Ctx, "app">,
  { brand_name, desk_language }: { brand_name: unknown; desk_language: unknown },
): Desk {
  return { brand: toBrandName(brand_name, app), language: toLanguage(desk_language) };
}
