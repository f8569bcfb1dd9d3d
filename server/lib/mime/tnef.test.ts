import { describe, expect, it } from "vitest";
import { makeWinmail } from "../../../test/mail-corpus/winmail.ts";
import { readTnef } from "./tnef.ts";

const WHOLE = makeWinmail({ body: "It jams.", richText: true, file: "Größe.txt" });

describe("winmail.dat", () => {
  it("gives what came of it wherever it is cut off", () => {
    for (let end = 0; end < WHOLE.length; end += 1) {
      const read = readTnef(WHOLE.subarray(0, end));
      expect(read === null || ["It jams.", null].includes(read.body)).toBe(true);
    }
  });

  it("gives text, rich text and files", () => {
    const read = readTnef(WHOLE);
    expect(read).toMatchObject({
      body: "It jams.",
      html: null,
      hasRichText: true,
      files: [{ name: "Größe.txt" }],
    });
    expect(Buffer.from(read?.files[0]?.bytes ?? []).toString()).toBe("contents");
  });

  it("ends where its lengths lie", () => {
    for (let at = 6; at + 4 <= WHOLE.length; at += 1) {
      const changed = Buffer.from(WHOLE);
      changed.writeUInt32LE(0xffffffff, at);
      expect(readTnef(changed)?.files.length ?? 0).toBeLessThanOrEqual(1);
    }
  });
});
