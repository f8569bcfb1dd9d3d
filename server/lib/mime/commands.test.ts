import { describe, expect, it } from "vitest";
import { readCommands } from "./commands.ts";

describe("commands in a colleague's mail", () => {
  it("name the word that is none, so that nothing is posted", () => {
    expect(readCommands("#ntoe\nnot for the client")).toMatchObject({ note: false, unknown: "#ntoe" });
    expect(readCommands("#ntoe not for the client")).toMatchObject({ unknown: "#ntoe" });
    expect(readCommands("Hello\n\n#intern\ntext")).toMatchObject({ unknown: "#intern" });
  });

  it("are taken out of the words, in any case and with a text behind the first", () => {
    expect(readCommands("\n #NOTE\n#close\n\nDone.")).toEqual({
      note: true,
      close: true,
      unknown: null,
      words: "Done.",
    });
    expect(readCommands("#note: only for us\nmore")).toMatchObject({
      note: true,
      words: "only for us\nmore",
    });
    expect(readCommands("Hello\n#note\nonly for us")).toMatchObject({
      note: true,
      words: "Hello\nonly for us",
    });
    expect(readCommands("**#note**\nonly for us")).toMatchObject({ note: true, words: "only for us" });
  });

  it("are none in a heading, a number, a sentence, or below the first 20 lines", () => {
    for (const text of [
      "# note",
      "#42",
      "see #close",
      "Hello\n#close it, please",
      `${"x\n".repeat(20)}#close`,
    ])
      expect(readCommands(text)).toEqual({ note: false, close: false, unknown: null, words: text });
  });
});
