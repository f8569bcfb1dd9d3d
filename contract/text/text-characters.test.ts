import { describe, expect, it } from "vitest";
import { array, assert, constantFrom, nat, oneof, property } from "../../test/support/property-seed.ts";
import { dropHiddenCharacters, hasHiddenCharacter, isStorable, isVisible } from "./text-characters.ts";

/** The format characters of Unicode 16 (UnicodeData.txt, general category Cf), the ends of line and paragraph, and C0, C1. */
const HIDDEN_RANGES = [
  [0x00, 0x08, 0x0a, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x600, 0x605, 0x61c, 0x61c, 0x6dd, 0x6dd, 0x70f, 0x70f],
  [0x890, 0x891, 0x8e2, 0x8e2, 0x180e, 0x180e, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x2064],
  [0x2066, 0x206f, 0xfeff, 0xfeff, 0xfff9, 0xfffb, 0x110bd, 0x110bd, 0x110cd, 0x110cd, 0x13430, 0x1343f],
  [0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0001, 0xe0001, 0xe0020, 0xe007f],
].flat();

function isHidden(point: number): boolean {
  return HIDDEN_RANGES.some(
    (from, at) => at % 2 === 0 && from <= point && point <= (HIDDEN_RANGES[at + 1] ?? 0),
  );
}

/** Samples by blocks of Unicode: who is spelt with joiners, who is not, and emoji. */
const ARABIC = ["\u0628", "\u06cc", "\u0645"];
const DEVANAGARI = ["\u0915", "\u0937", "\u094d"];
const EMOJI = ["\u{1F468}", "\u{1F469}", "\u{1F4BB}"];
const LATIN = ["a", "Z", "\u00e9", " ", "1"];
const JOINERS = ["\u200c", "\u200d"];

function joins(before: string | undefined, joiner: string, after: string | undefined): boolean {
  const both = (samples: string[]) => samples.includes(before ?? "") && samples.includes(after ?? "");
  return both(ARABIC) || both(DEVANAGARI) || (joiner === "\u200d" && both(EMOJI));
}

describe("a hidden character of a name", () => {
  it("is every format character, control and end of a line of Unicode, and no other character", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const found = hasHiddenCharacter(`a${String.fromCodePoint(point)}b`);
      if (found !== isHidden(point)) expect({ point: point.toString(16), found }).toBeNull();
    }
  });

  it("is no joiner between letters of scripts that need it, or in an emoji sequence", () => {
    const character = constantFrom(...ARABIC, ...DEVANAGARI, ...EMOJI, ...LATIN, ...JOINERS, ...JOINERS);
    assert(
      property(array(character, { maxLength: 12 }), (letters) => {
        const isOdd = letters.map(
          (letter, at) => JOINERS.includes(letter) && !joins(letters[at - 1], letter, letters[at + 1]),
        );
        expect(hasHiddenCharacter(letters.join(""))).toBe(isOdd.includes(true));
        expect(dropHiddenCharacters(letters.join(""))).toBe(letters.filter((_, at) => !isOdd[at]).join(""));
      }),
    );
  });

  it.each(["می‌خواهم", "क्‍ष", "ශ්‍රී", "👩🏽‍💻", "❤️‍🔥", "👨‍👩‍👧"])("is none of %j", (name) => {
    expect(hasHiddenCharacter(name)).toBe(false);
  });
});

describe("what can be seen", () => {
  it.each(["1", "+", "?", "😀", "#️⃣", "李", "\u3164a", "ª"])("is something of %j", (text) => {
    expect(isVisible(text)).toBe(true);
  });

  it.each([
    "",
    " ",
    "\u00a0",
    "\u200b",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800",
    "\ufe0f",
    "\u0301",
    "\u{E0041}",
  ])("is nothing of %j", (text) => {
    expect(isVisible(text)).toBe(false);
  });

  it("is nothing of any run of blanks and fillers", () => {
    assert(
      property(array(constantFrom(" ", "\t", "\u2003", "\u3164", "\u034f", "\u17b4", "\u200d")), (blanks) => {
        expect(isVisible(blanks.join(""))).toBe(false);
      }),
    );
  });
});

it("a text can be stored unless it holds NUL or half of a surrogate pair", () => {
  const unit = oneof(
    nat({ max: 0x2ff }),
    nat({ max: 0x7ff }).map((offset) => 0xd800 + offset),
  );
  assert(
    property(array(unit, { maxLength: 6 }), (units) => {
      const text = String.fromCharCode(...units);
      // What UTF-8 cannot say comes back as another text.
      const survives = new TextDecoder().decode(new TextEncoder().encode(text)) === text;
      expect(isStorable(text)).toBe(survives && !units.includes(0));
    }),
  );
});
