import { type ClientBase, type FieldDef, Query, type QueryResult, type QueryResultRow } from "pg";

export type Statement = {
  /** Under which it is prepared; undefined for one that is not. */
  name: string | undefined;
  text: string;
  values: readonly unknown[];
};

/** What the driver makes of the description of columns: what reads each of them, and a row without values. */
type Columns = { fields: FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: object };

const columnsOf = new Map<string, Columns>();

type Describable = { handleRowDescription(description: { fields: FieldDef[] }): void };
// The driver's types leave out what its clients call of a query.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const DescribedQuery = Query as unknown as new (
  ...asked: ConstructorParameters<typeof Query>
) => Query & Describable;

/** A statement as the driver sends it, with the name under which it is prepared. */
export class NamedQuery extends DescribedQuery {
  declare readonly text: string;
  declare name: string | undefined;
  declare private readonly _result: Columns;

  /**
   * The database describes the columns of a prepared statement each time it is asked. What the driver made of them the last time
   * it would make again: a twelfth of the app's processor time for a ticket's page.
   */
  override handleRowDescription(description: { fields: FieldDef[] }): void {
    const known = this.name === undefined ? undefined : columnsOf.get(this.name);
    if (known && areSame(known.fields, description.fields)) {
      super.handleRowDescription({ fields: [] });
      Object.assign(this._result, known);
      return;
    }
    super.handleRowDescription(description);
    if (this.name === undefined) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    columnsOf.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function areSame(some: readonly FieldDef[], others: readonly FieldDef[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, dataTypeID, format }, index) => {
      const other = others[index];
      return other?.name === name && other.dataTypeID === dataTypeID && other.format === format;
    })
  );
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
