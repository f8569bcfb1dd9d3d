import { expect, it } from "vitest";
import { shareText } from "./share-text.ts";

it("rounds a share down, and says nothing of nothing", () => {
  expect(shareText({ met: 9996, missed: 4 })).toBe("99 %");
  expect(shareText({ met: 3, missed: 0 })).toBe("100 %");
  expect(shareText({ met: 0, missed: 2 })).toBe("0 %");
  expect(shareText({ met: 0, missed: 0 })).toBeNull();
});
