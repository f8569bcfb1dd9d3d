import { describe, expect, it } from "vitest";
import { array, assert, constantFrom, property, record } from "fast-check";
import { compareDrafts, type DraftWords, type ServerDraft } from "./compare-drafts.ts";

const words = (text: string): DraftWords => ({ text, isInternal: false, files: [] });
const at = (version: number, text: string): ServerDraft => ({ ...words(text), version });

describe("a box beside the server's draft", () => {
  it("asks where both were gone on with, and only there", () => {
    expect(compareDrafts(words("one, two"), at(2, "one, three"), at(1, "one"))).toBe("ask");
    expect(compareDrafts(words("offline words"), at(2, "other"), null)).toBe("ask");
  });

  it("tells the same words with another macro apart", () => {
    const bare = at(1, "one");
    const setting = { ...words("one"), sets: '{"effects":{"status":"pending"}}' };
    expect(compareDrafts(setting, bare, bare)).toBe("save");
    expect(compareDrafts(words("one"), { ...setting, version: 2 }, bare)).toBe("adopt");
    expect(compareDrafts(setting, { ...setting, version: 1 }, null)).toBe("nothing");
  });

  it("takes the newer one of the two", () => {
    expect(compareDrafts(words("one"), at(2, "one, two"), at(1, "one"))).toBe("adopt");
    expect(compareDrafts(words(""), at(2, "one, two"), null)).toBe("adopt");
    expect(compareDrafts(words("one, two"), at(1, "one"), at(1, "one"))).toBe("save");
    expect(compareDrafts(words("one"), null, null)).toBe("save");
    expect(compareDrafts(words("one"), at(3, "one"), null)).toBe("nothing");
  });

  it("goes with what was sent or emptied on either side", () => {
    expect(compareDrafts(words("one"), null, at(1, "one"))).toBe("empty");
    expect(compareDrafts(words("one, two"), null, at(1, "one"))).toBe("save");
    expect(compareDrafts(words(""), at(1, "one"), at(1, "one"))).toBe("discard");
    expect(compareDrafts(words(""), at(2, "one, two"), at(1, "one"))).toBe("adopt");
  });
});

type Act = { which: number; what: "type" | "cut" | "back" | "sync" };
const acts = (windows: readonly number[], ...what: Act["what"][]) =>
  array(record({ which: constantFrom(...windows), what: constantFrom(...what) }), { maxLength: 40 });

it("two devices with the line cut and back lose no word: each is in a box, or on the server, or was replaced by choice", () => {
  assert(
    property(acts([0, 1], "type", "cut", "back", "sync"), (all) => {
      const places = [newPlace(), newPlace()];
      expectNoLoss(all, (which) => places[which] ?? newPlace());
    }),
  );
});

it("windows of one browser lose no word either: they share its copy of the words, and what it had in common with the server", () => {
  assert(
    property(acts([0, 1, 2], "type", "cut", "back", "sync"), (all) => {
      const place = newPlace();
      expectNoLoss(all, () => place);
    }),
    { numRuns: 5000 },
  );
});

/** What a browser keeps. */
type Place = { box: DraftWords; common: ServerDraft | null };
/** A window begins with what its browser has kept when it is first used. */
type Window = Place & { isOnline: boolean };
const newPlace = (): Place => ({ box: words(""), common: null });

/** Plays what people do in windows; `placeOf` is the place that the browser of a window keeps its words in. */
function expectNoLoss(all: readonly Act[], placeOf: (which: number) => Place): void {
  const windows = new Map<number, Window>();
  let server: ServerDraft | null = null;
  let version = 0;
  const typed: string[] = [];
  const sync = (window: Window, place: Place) => {
    if (!window.isOnline) return;
    const write = (box: DraftWords) => {
      window.box = box;
      place.box = box;
    };
    const step = compareDrafts(window.box, server, window.common);
    if (step === "save") {
      version += 1;
      server = { ...window.box, version };
    } else if (step === "adopt" && server) write(words(server.text));
    // Both are in sight: the person joins them.
    else if (step === "ask" && server) write(words(`${window.box.text}${server.text}`));
    else if (step === "discard") server = null;
    window.common = server;
    if ([window.box.text, server?.text].includes(place.box.text)) place.common = server;
  };
  for (const { which, what } of all) {
    const place = placeOf(which);
    const window: Window = windows.get(which) ?? { ...place, isOnline: true };
    windows.set(which, window);
    if (what === "cut") window.isOnline = false;
    if (what === "back") window.isOnline = true;
    if (what === "type") {
      const word = `<${typed.length}>`;
      typed.push(word);
      window.box = words(window.box.text + word);
      Object.assign(place, { box: window.box, common: window.common });
    }
    if (what !== "cut") sync(window, place);
  }
  const left = [...[...windows.values()].map(({ box }) => box.text), textOf(server)].join("");
  for (const word of typed) expect(left).toContain(word);
}

function textOf(draft: ServerDraft | null): string {
  return draft?.text ?? "";
}
