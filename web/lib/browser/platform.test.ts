import { describe, expect, test, vi } from "vitest";
import { isChord } from "./platform.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false, getModifierState: () => false };

describe("a key press", () => {
  test("with Ctrl, Cmd or Alt is a chord", () => {
    expect(isChord({ ...none, key: "k" })).toBe(false);
    expect(isChord({ ...none, key: "k", ctrlKey: true })).toBe(true);
    expect(isChord({ ...none, key: "k", metaKey: true })).toBe(true);
    expect(isChord({ ...none, key: "k", altKey: true })).toBe(true);
  });

  test("with AltGr, which types a bracket in Germany, is a plain key", () => {
    const altGr = {
      ...none,
      ctrlKey: true,
      altKey: true,
      getModifierState: (key: string) => key === "AltGraph",
    };
    expect(isChord({ ...altGr, key: "[" })).toBe(false);
  });

  test("with Option, which types it on a German Mac, is a plain key there alone", () => {
    expect(isChord({ ...none, key: "[", altKey: true })).toBe(true);
    vi.stubGlobal("navigator", { userAgent: "Macintosh" });
    expect(isChord({ ...none, key: "[", altKey: true })).toBe(false);
    expect(isChord({ ...none, key: "ç", altKey: true })).toBe(true);
    vi.unstubAllGlobals();
  });
});
