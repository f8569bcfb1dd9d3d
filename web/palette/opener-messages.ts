/** The texts of what opens the command palette, which every page shows. */
export const PALETTE_OPENER_MESSAGES = {
  jump: "Search or jump to…",
} as const;
