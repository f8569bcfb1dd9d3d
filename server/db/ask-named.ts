import { type ClientBase, type FieldDef, Query, type QueryResult, type QueryResultRow } from "pg";

/** feature_not_supported ("cached plan must not change result type"): the table has changed since. */
export const PLAN_IS_OLD = "0A000";

export type Statement = {
  /** Under which it is prepared; undefined for one that is not. */
  name: string | undefined;
  text: string;
  values: readonly unknown[];
};

/** What the driver makes of the description of columns: what reads each of them, and a row without values. */
type Columns = { fields: FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: object };

/** The driver's side of a connection: what it writes, and which statements are prepared there. */
type Wire = {
  readonly parsedStatements: Readonly<Record<string, string>>;
  describe(what: unknown): void;
  sync(): void;
  _send(message: Buffer): void;
};

type Sent = {
  prepare(wire: Wire): void;
  handleRowDescription(description: { fields: FieldDef[] }): void;
  handleDataRow(row: { fields: unknown[] }): void;
};
// The driver's types leave out what its clients call of a query.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const SentQuery = Query as unknown as new (...asked: ConstructorParameters<typeof Query>) => Query & Sent;

/**
 * A statement as the driver sends it, with the name under which it is prepared. Which columns it has is asked when it is prepared,
 * once a connection: the database refuses a prepared statement whose columns are others by now. Describing them each time
 * took both sides as long as a short row.
 */
export class NamedQuery extends SentQuery {
  declare readonly text: string;
  declare name: string | undefined;
  declare private readonly _result: Columns;
  declare private _canceledDueToError: Error | false;
  #columns: Map<string, Columns> | undefined;

  override prepare(wire: Wire): void {
    const { name, text } = this;
    if (name === undefined) return super.prepare(wire);
    this.#columns = columnsOf(wire);
    const known = wire.parsedStatements[name] === text ? this.#columns.get(name) : undefined;
    if (!known) return super.prepare(wire);
    super.handleRowDescription({ fields: [] });
    Object.assign(this._result, known);
    super.prepare(withoutDescription(wire));
  }

  override handleRowDescription(description: { fields: FieldDef[] }): void {
    super.handleRowDescription(description);
    if (this.name === undefined) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#columns?.set(this.name, share(this.name, { fields, _parsers, _prebuiltEmptyResultObject }));
  }

  /** A pooler that prepares statements by itself may have done it anew, on a server where the table has changed. */
  override handleDataRow(row: { fields: unknown[] }): void {
    if (row.fields.length === this._result.fields.length) return super.handleDataRow(row);
    if (this.name !== undefined) this.#columns?.delete(this.name);
    this._canceledDueToError = Object.assign(new Error("a prepared statement has other columns by now"), {
      code: PLAN_IS_OLD,
    });
  }
}

const onConnections = new WeakMap<Wire, Map<string, Columns>>();

/** The columns of the statements that are prepared on a connection, by their names. */
function columnsOf(wire: Wire): Map<string, Columns> {
  const columns = onConnections.get(wire) ?? new Map<string, Columns>();
  onConnections.set(wire, columns);
  return columns;
}

const newest = new Map<string, Columns>();

/** Keeps the columns of a statement once, however many connections it is prepared on. */
function share(name: string, columns: Columns): Columns {
  const kept = newest.get(name);
  if (kept && areSame(kept.fields, columns.fields)) return kept;
  newest.set(name, columns);
  return columns;
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

/** The same connection for one statement whose columns are known, and which is written at once. */
function withoutDescription(wire: Wire): Wire {
  const messages: Buffer[] = [];
  const short: Wire = Object.create(wire);
  return Object.assign(short, {
    describe: () => {},
    _send: (message: Buffer) => void messages.push(message),
    sync() {
      wire.sync.call(short);
      wire._send(Buffer.concat(messages));
    },
  });
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
