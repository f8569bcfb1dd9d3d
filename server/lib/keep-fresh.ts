import type { Logger } from "pino";

/** A value that a process keeps in memory: as it was read last, and read anew. */
export type Kept<T> = { now: () => T; refresh: () => Promise<void> };

type Keeping = { staleMs: number; log: Pick<Logger, "warn">; failure: string };

/**
 * Keeps what requests ask too often to read each time. Asked when it is older than `staleMs`, it answers what it has and reads
 * again behind the answer; `failure` is what the log says when that fails.
 */
export async function keepFresh<T>(
  read: () => Promise<T>,
  { staleMs, log, failure }: Keeping,
): Promise<Kept<T>> {
  let value = await read();
  let readAt = performance.now();
  let isReading = false;
  async function refresh(): Promise<void> {
    isReading = true;
    try {
      value = await read();
      readAt = performance.now();
    } finally {
      isReading = false;
    }
  }
  return {
    now() {
      if (!isReading && performance.now() - readAt > staleMs)
        refresh().catch((error: unknown) => log.warn({ err: error }, failure));
      return value;
    },
    refresh,
  };
}
