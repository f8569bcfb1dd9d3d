import { expect, it } from "vitest";
import { escapeControls } from "./terminal-text.ts";

it.each([
  ["\u001b[2J\u009b31m", String.raw`\u{1b}[2J\u{9b}31m`],
  ["one\r\nimported 9", String.raw`one\u{d}\u{a}imported 9`],
  ["\u202Egnp.exe", String.raw`\u{202e}gnp.exe`],
  ["a\u2028b\uD800", String.raw`a\u{2028}b\u{d800}`],
  ["Żółć 👩‍👧 نمی‌دانم \\", "Żółć 👩‍👧 نمی‌دانم \\"],
])("a terminal is shown %j as %s", (text, shown) => {
  expect(escapeControls(text)).toBe(shown);
});
