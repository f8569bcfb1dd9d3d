import type { Db } from "#server/lib/request-context.ts";
import { readEventsAt, readLastSeqs, readSeqsAfter, type LiveEvent } from "./events.ts";

/** Events that may come between two searches, and as many are remembered. */
const MAX_BETWEEN = 5000;

/**
 * Finds the events that no notice told of: their instance died between the commit and the announcement
 * (server/lib/work/announce-after-commit.ts).
 */
export function openLostNotices(db: Db) {
  const told = new Set<number>();
  /** The newest place at the last search; null before the beginning. */
  let searched: number | null = null;

  const remember = (seqs: number[]) => {
    for (const seq of seqs) told.add(seq);
    for (const seq of told) {
      if (told.size <= MAX_BETWEEN * 2) break;
      told.delete(seq);
    }
  };

  return {
    remember,
    /** Begins, unless it has begun, after the latest places, of which those who now begin to listen have read. */
    begin(latest: number[]): void {
      if (searched !== null) return;
      searched = latest[0] ?? 0;
      remember(latest);
    },
    end(): void {
      searched = null;
    },
    /** Returns the events since the beginning of which nobody was told. */
    async find(): Promise<LiveEvent[] | "too many"> {
      if (searched === null) return [];
      const [newest = 0] = await readLastSeqs(db);
      const seqs = await readSeqsAfter(db, searched, MAX_BETWEEN);
      searched = newest;
      if (seqs === "too many") return seqs;
      const untold = seqs.filter((seq) => !told.has(seq));
      remember(untold);
      return untold.length === 0 ? [] : readEventsAt(db, untold);
    },
  };
}
