import type { CommonDraft } from "./common-draft.ts";
import { isBlank } from "./compare-drafts.ts";
import { type Box, serverDraftOf, wordsOf } from "./draft-box.ts";
import { adopt, compare, keep, type Sides } from "./draft-steps.ts";
import { createShownState, type SyncState } from "./shown-state.ts";

type Parts = {
  ticketId: string;
  common: CommonDraft;
  readBox: () => Box;
  isOnTheWay: () => boolean;
  writeBox: (box: Box) => void;
  onState: (state: SyncState) => void;
};

/** Milliseconds after the last word. */
const REST_MS = 800;

/** Keeps one box and its draft on the server the same: what happens in the page, and the steps that follow from it. */
export function createDraftSync({ ticketId, common, readBox, isOnTheWay, writeBox, onState }: Parts) {
  const state = createShownState(onState);
  const sides: Sides = { ticketId, readBox, isOnTheWay, writeBox, common, state };
  // The words are safe in this browser where a step fails.
  const next = createQueue((isDone) => state.show({ isKeptHere: !isDone && !isBlank(wordsOf(readBox())) }));
  const isNews = (version: number | null) => version !== (common.now()?.version ?? null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Saves at once what is not saved yet. */
  function flush(): void {
    clearTimeout(timer);
    next(() => keep(sides));
  }

  return {
    compare: () => next(() => compare(sides)),
    /** The words of the box are others. */
    changed(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        common.store();
        flush();
      }, REST_MS);
    },
    /** The live stream told of a version, or that the draft is gone. */
    told(version: number | null): void {
      if (!isNews(version)) return;
      next(async () => {
        // What this window saved meanwhile is no news.
        if (isNews(version)) await compare(sides);
      });
    },
    /** The page is left, or may be. */
    flush,
    useOther(): void {
      const { other } = state.now();
      if (other) adopt(sides, other);
    },
    keepThis(): void {
      const { other } = state.now();
      if (!other) return;
      common.remember(serverDraftOf(other), readBox().text);
      state.show({ other: null });
      next(() => keep(sides));
    },
    end(): void {
      state.end();
      flush();
    },
  };
}

/** Runs one step after the other, also after one that failed, so that no answer overtakes the next one. */
function createQueue(onStep: (isDone: boolean) => void) {
  let work = Promise.resolve();
  return function next(step: () => Promise<void>): void {
    work = work.then(step).then(
      () => onStep(true),
      () => onStep(false),
    );
  };
}
