import { setTimeout as pause } from "node:timers/promises";
import type { FileStore } from "./file-store.ts";

/** Milliseconds before each further look for what should be there: a store of many machines may learn of it late. */
const LOOKS = [0, 100, 400, 1000];

/**
 * Keeps files in one place, and finds those that are still in another: on their way from a folder to a store or back, of
 * which nobody notices anything.
 */
export function openBothPlaces(kept: FileStore, other: FileStore): FileStore {
  return {
    receive: (stream) => kept.receive(stream),
    read: (hash) => lookAgain(async () => (await kept.read(hash)) ?? (await other.read(hash))),
    has: async (hash) => (await lookAgain(async () => (await kept.has(hash)) || null)) ?? false,
    async delete(hash) {
      await kept.delete(hash);
      await other.delete(hash);
    },
    async *listOld(age) {
      yield* kept.listOld(age);
      yield* other.listOld(age);
    },
    isAway: () => kept.isAway() || other.isAway(),
    async check() {
      await kept.check();
      await other.check();
    },
    close() {
      kept.close();
      other.close();
    },
  };
}

async function lookAgain<T>(look: () => Promise<T | null>): Promise<T | null> {
  for (const wait of LOOKS) {
    if (wait > 0) await pause(wait);
    const found = await look();
    if (found !== null) return found;
  }
  return null;
}
