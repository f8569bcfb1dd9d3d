import { describe, expect, test } from "vitest";
import { matchesSearch, splitMatches, scoreMatch } from "./match-text.ts";

describe("what the palette marks", () => {
  test("is each word of the search, in whatever case, and the text stays as it was", () => {
    const found = splitMatches("VPN drops after the vpn update", "vpn up");
    expect(found.filter((piece) => piece.isFound).map((piece) => piece.text)).toEqual(["VPN", "vpn", "up"]);
    expect(found.map((piece) => piece.text).join("")).toBe("VPN drops after the vpn update");
  });

  test("is found whatever its accents and spelling", () => {
    expect(marked("Die Straße in Łódź", "strasse lodz")).toEqual(["Straße", "Łódź"]);
    expect(marked("Mu\u0308ller", "mueller")).toEqual(["Mu\u0308ller"]);
    expect(marked("Müller", "mull")).toEqual(["Müll"]);
    expect(marked("Sørensen", "soerensen \u0301")).toEqual(["Sørensen"]);
  });

  test("takes signs as they stand, not as patterns", () => {
    const found = splitMatches("C++ (beta)", "c++ (b").filter((piece) => piece.isFound);
    expect(found.map((piece) => piece.text)).toEqual(["C++", "(b"]);
  });
});

describe("a command's label", () => {
  test.each([
    ["Dashboard", "das", 2],
    ["Keyboard shortcuts", "short key", 2],
    ["Companies", "cmp", 1],
    ["Dashboard", "vpn", 0],
    ["Gerät größer", "geraet groesser", 2],
  ])("%s answers %s by %i", (label, term, expected) => {
    expect(scoreMatch(label, term)).toBe(expected);
  });
});

test("rows of an earlier search stay only where they answer the present one", () => {
  expect(matchesSearch(["WP-12", "VPN drops", null], "vpn dr")).toBe(true);
  expect(matchesSearch(["WP-12", "VPN drops", null], "vpn x")).toBe(false);
});

const marked = (text: string, term: string) =>
  splitMatches(text, term)
    .filter((piece) => piece.isFound)
    .map((piece) => piece.text);
