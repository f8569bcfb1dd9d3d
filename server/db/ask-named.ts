import { type ClientBase, Query, type QueryResult, type QueryResultRow } from "pg";

export type Statement = {
  /** Under which it is prepared; undefined for one that is not. */
  name: string | undefined;
  text: string;
  values: readonly unknown[];
};

/** A statement as the driver sends it, with the name under which it is prepared. */
export class NamedQuery extends Query {
  declare readonly text: string;
  declare name: string | undefined;
}

/**
 * Asks for the rows of a statement. The driver is given the query itself: what it is given as a plain object it copies
 * property by property, which takes it longer than to write the statement.
 */
export function askNamed<Row extends QueryResultRow>(
  asked: Pick<ClientBase, "query">,
  { name, text, values }: Statement,
): Promise<QueryResult<Row>> {
  const query = new NamedQuery(text, [...values]);
  query.name = name;
  return new Promise((resolve, reject) => {
    const done = (error: Error | null | undefined, result: QueryResult<Row>) =>
      error ? reject(error) : resolve(result);
    // The driver's types know no query with a handler beside it, which is how its pool gets a connection back.
    Reflect.apply(asked.query, asked, [query, undefined, done]);
  });
}
