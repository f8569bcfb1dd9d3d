import { describe, expect, it } from "vitest";
import { array, assert, constantFrom, property, string, tuple } from "../../test/support/property-seed.ts";
import { readEmailAddress, storedForms } from "./email-address.ts";

describe("an address", () => {
  it.each([
    ["a@b.de", "a@b.de"],
    ["O'Brien+1@Example.COM", "O'Brien+1@example.com"],
    // Compatible letters are one.
    ["ＡＤＭＩＮ@waypost.example", "ADMIN@waypost.example"],
    ["admin@waypost．example", "admin@waypost.example"],
    // A look-alike (Cyrillic) is kept as what it is.
    ["admin@waypost.exаmple", "admin@waypost.xn--exmple-4nf"],
    ["info@MÜLLER.de", "info@xn--mller-kva.de"],
    ["x@faß.de", "x@xn--fa-hia.de"],
    ["x@l·l.cat", "x@xn--ll-0ea.cat"],
  ])("%j is stored as %j", (typed, stored) => {
    expect(readEmailAddress(typed)).toBe(stored);
  });

  it.each([
    "",
    "a",
    "@b.de",
    "a@",
    "a@b",
    "a@b@c.de",
    "a@b.",
    "a@.b",
    "a@b..c",
    "a b@c.de",
    "a@b c.de",
    "<x@z.example>",
    "x,y@z.example",
    '"a"@b.de',
    "a;b@c.de",
    "admin@waypost.example\u200b",
    "a\u00ad@b.de",
    "а@waypost.example",
    "José@kestrel.test",
    "a@b.c_d",
    "a@-b.de",
    "a@b-.de",
    "a@xn--a",
    "a@b.c%41",
    "a@127.1",
    "a@1.2.3.4",
    "a@0x7f.1",
    "a@[127.0.0.1]",
    "a@b.de:25",
    "a@b.de/c",
    "a@b.de#c",
    "a@b?.de",
    `${"a".repeat(65)}@b.de`,
    `a@${"b".repeat(64)}.de`,
    `a@${"b.".repeat(130)}de`,
    "a@\u202eb.de",
  ])("%j is none", (typed) => {
    expect(readEmailAddress(typed)).toBeNull();
  });

  it("is found as it is stored today, and as it was typed before the rule", () => {
    expect(storedForms("Info@Müller.de")).toEqual(["info@xn--mller-kva.de", "info@müller.de"]);
    expect(storedForms("X,Y@z.example")).toEqual(["x,y@z.example"]);
    expect(storedForms("A@b.de")).toEqual(["a@b.de"]);
  });
});

describe("every address that is taken", () => {
  const label = array(constantFrom(...Array.from("abz019äöüñжшλ日本ก")), { minLength: 1, maxLength: 12 }).map(
    (letters) => letters.join(""),
  );

  it("has its domain as RFC 3492 spells it", () => {
    assert(
      property(array(label, { minLength: 1, maxLength: 3 }), (labels) => {
        const domain = [...labels, "example"].join(".");
        const spelt = domain
          .split(".")
          .map((each) => (/[^a-z0-9]/.test(each) ? `xn--${toPunycode(each)}` : each))
          .join(".");
        expect(readEmailAddress(`a@${domain}`)).toBe(`a@${spelt}`);
      }),
    );
  });

  it("is one word of visible ASCII, and stays what it is when it is read again", () => {
    const odd = string({
      unit: constantFrom(...Array.from("aA.@-_+<>,; \u200b\u00fc\u0430\uff21\u3002\t\"'")),
    });
    assert(
      property(tuple(odd, odd), ([local, domain]) => {
        const stored = readEmailAddress(`${local}@${domain}.example`);
        if (stored === null) return;
        expect(stored).toMatch(/^[!-~]+$/);
        expect(stored).not.toMatch(/[<>,;:"()[\]\\]|@.*@/);
        expect(readEmailAddress(stored)).toBe(stored);
      }),
    );
  });
});

/** RFC 3492, 6.3, written from its pseudocode: the oracle knows nothing of the URL parser. */
function toPunycode(label: string): string {
  const points = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  let output = points
    .filter((point) => point < 0x80)
    .map((point) => String.fromCodePoint(point))
    .join("");
  const basic = output.length;
  if (basic > 0) output += "-";
  let [next, delta, bias, handled] = [0x80, 0, 72, basic];
  while (handled < points.length) {
    const least = Math.min(...points.filter((point) => point >= next));
    delta += (least - next) * (handled + 1);
    next = least;
    for (const point of points) {
      if (point < next) delta += 1;
      if (point !== next) continue;
      let left = delta;
      for (let k = 36; ; k += 36) {
        const threshold = Math.min(Math.max(k - bias, 1), 26);
        if (left < threshold) break;
        output += toDigit(threshold + ((left - threshold) % (36 - threshold)));
        left = Math.floor((left - threshold) / (36 - threshold));
      }
      output += toDigit(left);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    next += 1;
  }
  return output;
}

function toDigit(value: number): string {
  return String.fromCodePoint(value < 26 ? value + 97 : value + 22);
}

/** RFC 3492, 6.1. */
function adapt(delta: number, points: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / 700) : Math.floor(delta / 2);
  left += Math.floor(left / points);
  let k = 0;
  for (; left > 455; k += 36) left = Math.floor(left / 35);
  return k + Math.floor((36 * left) / (left + 38));
}
