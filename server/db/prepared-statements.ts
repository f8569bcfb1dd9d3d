/*
 * Statements that come again are prepared under a name, once a connection: the database then parses them, and mostly
 * plans them, no more. Only texts that came several times get one, and only so many: each costs memory on every
 * connection. A proxy that hands connections around knows nothing of names (decision 26 leaves them out there): at the
 * first sign of one they are given up for good.
 */
import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { ClientBase, Pool, PoolClient } from "pg";
import { askNamed, NamedQuery, PLAN_IS_OLD } from "./ask-named.ts";

/** The third use shows that a text comes again; ad-hoc filters and lists of changing length hardly get that far. */
const MIN_USES = 3;
const MAX_NAMES = 200;
const MAX_COUNTED = 2000;

/** invalid_sql_statement_name, duplicate_prepared_statement: this connection is another than a moment ago. */
const NAMES_ARE_LOST = new Set(["26000", "42P05"]);

/**
 * Under another role the same text is another statement (row-level security), and the database plans it anew whenever the
 * role is not the last one's. So it gets a name of its own there.
 */
const TAKES_A_ROLE = /^\s*(select set_config\('role'|set local role\b)/i;

/** What selects rows writes nothing, and a role lasts as long as its transaction; a function that is selected may write. */
const READS = /^\s*select\s+(set_config\(|(?!\w+\())/i;

const ENDS = /^(commit|rollback)$/i;

type NameTracker = { of(text: string): string | undefined; forget(text: string, code: string): boolean };

/** Wraps a pool for Kysely, naming statements that come again. */
export function prepareStatements(pool: Pool): PostgresPool {
  const names = trackNames();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? prepareClientStatements(client, names);
      clients.set(client, known);
      return known;
    },
  };
}

/** Lets statements that have a name of their own go without it, where the next one may meet another connection. */
export function leaveNamesOut(client: ClientBase): void {
  const query = client.query.bind(client);
  const nameless = (asked: unknown, ...rest: unknown[]): unknown => {
    if (asked instanceof NamedQuery) asked.name = undefined;
    return Reflect.apply(query, client, [asked, ...rest]);
  };
  Object.assign(client, { query: nameless });
}

/** The answer to what opens a transaction, as far as anybody looks at it. */
const OPENED = { command: "BEGIN", rowCount: null, oid: 0, fields: [], rows: [] };

function prepareClientStatements(client: PoolClient, names: NameTracker): PostgresPoolClient {
  let inTransaction = false;
  let inOtherRole = false;
  let opening: Promise<unknown> | undefined;
  /**
   * Nobody waits for a transaction to open: meanwhile its first statement is made, and follows on the same connection. Where
   * that writes it waits after all, and where it reads its answer does, so that nothing goes on outside of a transaction. Until
   * it is open whatever comes next waits in its turn: a transaction that was given up by then would end before its statement.
   */
  async function query(text: string, values: readonly unknown[]) {
    if (/^(begin|start transaction)\b/i.test(text)) {
      inTransaction = true;
      const isReady = takesStatements(client);
      const begun = client.query(text);
      opening = begun;
      begun.then(
        () => void (opening === begun && (opening = undefined)),
        // One that did not open is no transaction: whatever is still asked of it fails as it did.
        () => {},
      );
      if (!isReady) await begun.catch(() => {});
      return OPENED;
    }
    if (ENDS.test(text)) {
      const ending = opening;
      opening = undefined;
      await ending?.catch(() => {});
      return run(text, values);
    }
    const opened = opening;
    if (opened && !READS.test(text)) await opened;
    const answer = await run(text, values);
    await opened;
    return answer;
  }
  async function run(text: string, values: readonly unknown[]) {
    if (ENDS.test(text)) inTransaction = inOtherRole = false;
    else if (TAKES_A_ROLE.test(text)) inOtherRole = true;
    const given = names.of(text);
    const name = given && inOtherRole ? `${given}_as` : given;
    try {
      return await askNamed(client, { name, text, values });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      // Within a transaction nothing can be tried again but all of it (server/lib/db/transaction.ts).
      if (!name || !names.forget(text, code) || inTransaction) throw error;
      return await askNamed(client, { name: undefined, text, values });
    }
  }
  // Kysely's type of a client also knows cursors, which nothing here asks for.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
}

/**
 * Whether the driver writes at once what it is given. Behind an error it is not yet: it tells that before the server is ready
 * for more, and would hold back what opens a transaction and the next statement as well, which its next version refuses to.
 */
function takesStatements(client: object): boolean {
  const { readyForQuery }: { readyForQuery?: boolean } = Object(client);
  return readyForQuery === true;
}

function trackNames(): NameTracker {
  const uses = new Map<string, number>();
  const named = new Map<string, string | undefined>();
  let isOff = false;
  return {
    of(text) {
      if (isOff) return undefined;
      if (named.has(text)) return named.get(text);
      if (named.size >= MAX_NAMES || !/^\s*(select|insert|update|delete|with)\b/i.test(text))
        return undefined;
      const count = (uses.get(text) ?? 0) + 1;
      if (count < MIN_USES) {
        if (uses.size < MAX_COUNTED) uses.set(text, count);
        return undefined;
      }
      uses.delete(text);
      const made = `wp_${createHash("sha1").update(text).digest("base64url")}`;
      named.set(text, made);
      return made;
    },
    forget(text, code) {
      if (NAMES_ARE_LOST.has(code)) {
        isOff = true;
        return true;
      }
      // The text keeps its place, without a name: it would run into the same on every connection.
      if (code === PLAN_IS_OLD) named.set(text, undefined);
      return code === PLAN_IS_OLD;
    },
  };
}
