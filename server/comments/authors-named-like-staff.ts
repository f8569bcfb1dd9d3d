import { sql } from "kysely";
import type { Db } from "#server/lib/request-context.ts";

type Author = { fullname: string; type: "internal" | "external" | "system" };

/**
 * Finds authors from outside who read like a member of the staff (rule 276), for all authors with one query, and with none
 * where everybody is staff. The database compares: nobody's names or addresses leave it.
 */
export async function findAuthorsNamedLikeStaff(
  db: Db,
  authors: Author[],
): Promise<(author: Author) => boolean> {
  const names = [...new Set(authors.filter(isOutside).map(({ fullname }) => fullname))];
  if (names.length === 0) return () => false;
  const { rows } = await sql<{ name: string }>`select staff_look_alikes(${names}) as name`.execute(db);
  const alike = new Set(rows.map(({ name }) => name));
  return (author) => isOutside(author) && alike.has(author.fullname);
}

function isOutside({ type }: Author): boolean {
  return type === "external";
}
