import { sql, type SqlBool } from "kysely";

/**
 * Whether a person is no example of the demo. Everybody knows the examples' password, so with the demo off they are
 * refused wherever somebody proves who they are (rule 13).
 */
export function isNoSample(userId: string) {
  return sql<SqlBool>`not is_sample('user', ${sql.ref(userId)})`;
}
