import { sql, type RawBuilder, type SqlBool } from "kysely";
import { spellingVariants } from "#contract/text/search-folding.ts";

/**
 * Builds the conditions of a search by name: the row's key, made by the database's `name_key`, holds every word in one
 * of its spellings, anywhere. Percent and underscore are letters like any other.
 */
export function matchWords(key: RawBuilder<unknown>, search: string | undefined): RawBuilder<SqlBool>[] {
  const words = (search ?? "").normalize("NFKC").split(/\s+/u).filter(Boolean);
  return words.map((word) => {
    const ways = spellingVariants(word)
      .filter((way) => way !== undefined)
      .map((way) => sql`${key} like ${buildPattern(way)}`);
    return sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
  });
}

/** Builds a pattern that the database folds as it folds its keys, once for the whole statement. */
function buildPattern(word: string): RawBuilder<string> {
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql<string>`(select '%' || name_key(${escaped}) || '%')`;
}
