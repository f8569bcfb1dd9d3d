// Vite serves the file as text.
// oxlint-disable-next-line import/default
import sonner from "../../../node_modules/sonner/dist/index.mjs?raw";
import { expect, test } from "vitest";
import { TOOLTIP_DELAY_MS } from "../overlay/tooltip.tsx";
import { TOASTS } from "./toast-settings.ts";

test("toasts last 4000 ms, are 356 px wide with gaps of 14 px, at most 3 at once, and go after a swipe of 20 px", () => {
  expect(TOASTS).toEqual({ durationMs: 4000, widthPx: 356, gapPx: 14, visible: 3, swipePx: 20 });
});

test("the toast library still has the width and the swipe that cannot be set from outside", () => {
  expect(sonner).toMatch(new RegExp(`=${TOASTS.widthPx}[,;]`));
  expect(sonner).toMatch(new RegExp(`=${TOASTS.swipePx}[,;]`));
});

test("tooltips wait 700 ms", () => {
  expect(TOOLTIP_DELAY_MS).toBe(700);
});
