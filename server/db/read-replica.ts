import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type { ClientBase, Pool, PoolClient } from "pg";
import { readSqlState, isDatabaseAway } from "./database-error.ts";
import { type Database, makePool } from "./open-database.ts";
import type { Tables } from "./tables.ts";

export type DatabaseSource = { db: Database; pool: Pick<ClientBase, "query"> };

/** Reads reports (metrics, exports, the audit log) from a replica or the primary. */
export type Reports = {
  /** `work` only reads, and may be run a second time. */
  read<T>(work: (source: DatabaseSource) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

type Log = { info(words: string): void; warn(fields: { reason: string }, words: string): void };

type Options = {
  /** Milliseconds that a report waits for the copy to catch up. */
  patience?: number;
  /** Milliseconds in which a copy that was away or behind is not asked again. */
  rest?: number;
};

/**
 * Reads reports from a streaming standby of the primary, where one is named. A report is never older than its
 * question: the standby must have replayed everything that the primary had when it was asked, and answers on the very connection
 * on which it said so, since an address may lead to several of them. One that is away, has not caught
 * up within `patience`, does not follow, or copies another server is left alone for a while, with a line in the log
 * when that begins and when it ends; the primary answers meanwhile.
 */
export function openReadReplica(
  primary: DatabaseSource & { pool: Pool },
  replicaUrl: string | null,
  log: Log,
  { patience = 1000, rest = 5000 }: Options = {},
): Reports {
  if (replicaUrl === null) return { read: (work) => work(primary), stop: async () => {} };
  const replica = makePool({
    connectionString: replicaUrl,
    application_name: "waypost reports",
    max: 4,
    connectionTimeoutMillis: 2000,
  });
  let restsUntil = 0;
  let isInUse: boolean | null = null;

  const leaveAlone = (reason: string) => {
    if (isInUse !== false) log.warn({ reason }, "reports are read from the primary");
    isInUse = false;
    restsUntil = performance.now() + rest;
  };

  async function read<T>(work: (source: DatabaseSource) => Promise<T>): Promise<T> {
    if (performance.now() < restsUntil) return work(primary);
    const wanted = await readPosition(primary.pool);
    try {
      const answer = await askReplica(wanted, work);
      if ("given" in answer) {
        if (isInUse !== true) log.info("reports are read from the replica");
        isInUse = true;
        return answer.given;
      }
      leaveAlone(answer.blockedReason);
    } catch (error) {
      if (!isReplicaError(error)) throw error;
      leaveAlone(error instanceof Error ? error.message : String(error));
    }
    return work(primary);
  }

  /** A connection that could not answer is not kept: the next may lead to a standby that can. */
  async function askReplica<T>(
    wanted: WalPosition,
    work: (source: DatabaseSource) => Promise<T>,
  ): Promise<{ given: T } | { blockedReason: string }> {
    const client = await replica.pool.connect();
    let isGood = false;
    try {
      const blockedReason = await findBlockedReason(client, wanted, patience);
      if (blockedReason !== null) return { blockedReason };
      const given = await work({ db: makeKysely(client), pool: client });
      isGood = true;
      return { given };
    } finally {
      client.release(!isGood);
    }
  }
  return { read, stop: () => replica.pool.end() };
}

/** Its statements take turns on the one connection. */
function makeKysely(client: PoolClient): Database {
  // Kysely's type of a client also knows cursors, which nothing here asks for.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const alone = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient;
  const pool = { options: {}, connect: async () => alone, end: async () => {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The primary's write position, and which server and database it is. */
type WalPosition = { written: string; identity: string };

const IDENTITY = "(select system_identifier::text from pg_control_system()) || '/' || current_database()";

async function readPosition(primary: Pool): Promise<WalPosition> {
  const { rows } = await primary.query<WalPosition>(
    `select pg_current_wal_lsn()::text as written, ${IDENTITY} as identity`,
  );
  const [place] = rows;
  if (!place) throw new Error("the primary did not tell where it is");
  return place;
}

/** Finds why the standby cannot answer now; null when it has everything. */
async function findBlockedReason(
  client: ClientBase,
  wanted: WalPosition,
  patience: number,
): Promise<string | null> {
  for (const end = performance.now() + patience; ;) {
    const { rows } = await client.query<{ identity: string; follows: boolean; hasAll: boolean | null }>(
      `select ${IDENTITY} as identity, pg_is_in_recovery() as follows,
         pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll"`,
      [wanted.written],
    );
    const [now] = rows;
    if (!now?.follows) return "it is no standby";
    if (now.identity !== wanted.identity) return "it is a copy of another database";
    if (now.hasAll) return null;
    if (performance.now() > end) return `it has not caught up within ${patience} ms`;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The standby is away, or had to choose between following and answering (40001, "conflict with recovery"). */
function isReplicaError(error: unknown): boolean {
  return error instanceof Error && (isDatabaseAway(error) || readSqlState(error) === "40001");
}
