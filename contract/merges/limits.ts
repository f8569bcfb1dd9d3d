/** Apart from the other limits, which every page loads. */
export const MERGE_LIMITS = {
  /** tickets that one merge joins to the one that stays */
  tickets: 20,
  /** comments that one split moves, or one undo takes along */
  comments: 100,
} as const;
