import type { Draft } from "./draft-box.ts";

/** How box and server stand, as far as the person sees it. */
export type SyncState = {
  /** What was written elsewhere, while the person has to choose. */
  other: Draft | null;
  /** The server has not got the words. */
  isKeptHere: boolean;
};
export type ShownState = ReturnType<typeof createShownState>;

export function createShownState(onState: (state: SyncState) => void) {
  let state: SyncState = { other: null, isKeptHere: false };
  let isOver = false;
  return {
    now: () => state,
    show(next: Partial<SyncState>): void {
      state = { ...state, ...next };
      if (!isOver) onState(state);
    },
    /** Nobody looks any more; the steps that are left still go by an open choice. */
    end(): void {
      isOver = true;
    },
  };
}
