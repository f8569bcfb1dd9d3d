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

type Device = { box: DraftWords; common: ServerDraft | null; isOnline: boolean };

it("two devices with the line cut and back lose no word: each is in a box, or on the server, or was replaced by choice", () => {
  const act = record({
    device: constantFrom(0, 1),
    what: constantFrom("type", "cut", "back", "sync"),
  });
  assert(
    property(array(act, { maxLength: 40 }), (acts) => {
      const devices: Device[] = [0, 1].map(() => ({ box: words(""), common: null, isOnline: true }));
      let server: ServerDraft | null = null;
      let version = 0;
      const typed: string[] = [];
      const asked: string[] = [];
      const sync = (device: Device) => {
        if (!device.isOnline) return;
        const step = compareDrafts(device.box, server, device.common);
        if (step === "save") {
          version += 1;
          server = { ...device.box, version };
          device.common = server;
        } else if (step === "adopt" && server) {
          device.box = { ...words(server.text) };
          device.common = server;
        } else if (step === "nothing") device.common = server;
        else if (step === "ask" && server) {
          // Both are in sight: the person joins them.
          asked.push(step);
          device.box = words(`${device.box.text}${server.text}`);
          device.common = server;
        }
      };
      for (const { device: which, what } of acts) {
        const device = devices[which];
        if (!device) continue;
        if (what === "cut") device.isOnline = false;
        if (what === "back") device.isOnline = true;
        if (what === "type") {
          const word = `<${typed.length}>`;
          typed.push(word);
          device.box = words(device.box.text + word);
        }
        if (what !== "cut") sync(device);
      }
      const left = [...devices.map(({ box }) => box.text), (server as ServerDraft | null)?.text ?? ""].join(
        "",
      );
      for (const word of typed) expect(left).toContain(word);
    }),
  );
});
