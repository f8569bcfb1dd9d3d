/** The toast constants of rule 216. Width and swipe are sonner's own defaults; a test holds them to these numbers. */
export const TOASTS = {
  durationMs: 4000,
  widthPx: 356,
  gapPx: 14,
  visible: 3,
  swipePx: 20,
} as const;
