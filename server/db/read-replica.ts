import type { Pool } from "pg";
import { readSqlState, isDatabaseAway } from "./database-error.ts";
import { type Database, makePool } from "./open-database.ts";

export type DatabaseSource = { db: Database; pool: Pool };

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
 * question: the standby must have replayed everything that the primary had when it was asked. One that is away, has not caught
 * up within `patience`, does not follow, or copies another server is left alone for a while, with a line in the log
 * when that begins and when it ends; the primary answers meanwhile.
 */
export function openReadReplica(
  primary: DatabaseSource,
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
      const blockedReason = await findBlockedReason(replica.pool, wanted, patience);
      if (blockedReason === null) {
        const answer = await work(replica);
        if (isInUse !== true) log.info("reports are read from the replica");
        isInUse = true;
        return answer;
      }
      leaveAlone(blockedReason);
    } catch (error) {
      if (!isReplicaError(error)) throw error;
      leaveAlone(error instanceof Error ? error.message : String(error));
    }
    return work(primary);
  }
  return { read, stop: () => replica.pool.end() };
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
  replica: Pool,
  wanted: WalPosition,
  patience: number,
): Promise<string | null> {
  const client = await replica.connect();
  try {
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
  } finally {
    client.release();
  }
}

/** The standby is away, or had to choose between following and answering (40001, "conflict with recovery"). */
function isReplicaError(error: unknown): boolean {
  return error instanceof Error && (isDatabaseAway(error) || readSqlState(error) === "40001");
}
