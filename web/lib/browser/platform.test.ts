import { describe, expect, test, vi } from "vitest";
import { isChord, isPlainClick, isSendKey } from "./platform.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false, getModifierState: () => false };

describe("a key press", () => {
  test("of Ctrl or Cmd with Enter sends, of Enter with an AltGr that is still held does not", () => {
    const enter = { ...none, key: "Enter" };
    expect(isSendKey({ ...enter, ctrlKey: true })).toBe(true);
    expect(isSendKey({ ...enter, metaKey: true })).toBe(true);
    expect(isSendKey({ ...enter, ctrlKey: true, altKey: true })).toBe(false);
    expect(isSendKey(enter)).toBe(false);
  });

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

describe("a click on a link", () => {
  const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

  test.each(["ctrlKey", "metaKey", "shiftKey", "altKey"])("with %s is the browser's", (key) => {
    expect(isPlainClick({ ...plain, [key]: true })).toBe(false);
  });

  test("with another button is the browser's, and goes there with none of these", () => {
    expect(isPlainClick({ ...plain, button: 1 })).toBe(false);
    expect(isPlainClick(plain)).toBe(true);
  });
});
