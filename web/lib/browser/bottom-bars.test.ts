import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAboveBars, liftToasts } from "./bottom-bars.ts";

/** The browser's, as far as bars need it: tells the height of a bar as soon as it is watched. */
class ResizeObserver {
  readonly #tell: (sizes: object[]) => void;
  constructor(tell: (sizes: object[]) => void) {
    this.#tell = tell;
  }
  observe({ clientHeight }: Element) {
    this.#tell([{ borderBoxSize: [{ blockSize: clientHeight }] }]);
  }
  disconnect() {}
}
beforeEach(() => vi.stubGlobal("ResizeObserver", ResizeObserver));
afterEach(() => vi.unstubAllGlobals());

/** As much of one as bars need. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const element = (parts: object) => parts as HTMLElement;
const bar = (clientHeight: number) => element({ clientHeight });
const place = () => {
  const set = vi.fn<(name: string, value: string) => void>();
  keepAboveBars(element({ style: { setProperty: set } }));
  return () => set.mock.lastCall?.[1];
};

test("toasts stand above the bar while it is there", () => {
  const bottom = place();
  expect(bottom()).toBe("");
  const takeAway = liftToasts(bar(46));
  expect(bottom()).toBe("90px");
  takeAway?.();
  expect(bottom()).toBe("");
});

test("toasts that come after a bar stand above it", () => {
  const takeAway = liftToasts(bar(46));
  expect(place()()).toBe("90px");
  takeAway?.();
});

test("of two bars the higher one counts, and the other one when it goes", () => {
  const bottom = place();
  const [takeLow, takeHigh] = [liftToasts(bar(65)), liftToasts(bar(102))];
  expect(bottom()).toBe("146px");
  takeHigh?.();
  expect(bottom()).toBe("109px");
  takeLow?.();
  expect(bottom()).toBe("");
});
