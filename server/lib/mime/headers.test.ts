import { describe, expect, it } from "vitest";
import { decodeHeaderText, headerValues, readHeaders, readMessageIds } from "./headers.ts";

function read(text: string) {
  return readHeaders(Buffer.from(text));
}

describe("header fields", () => {
  it("skip what is no field, so that it names nobody", () => {
    const fields = read(
      "From a@b.example Mon Mar  3 10:04:00\n\u00A0From: a@b.example\nFr om: c@d.example\n: x\nno colon\n\nTo: x",
    );
    expect(fields).toEqual([]);
  });

  it("are unfolded, in order, under lower-case names", () => {
    expect(read("Received: a\r\n by b\r\nSUBJECT :x\r\n\r\nbody: no")).toEqual([
      { name: "received", value: "a by b" },
      { name: "subject", value: "x" },
    ]);
  });

  it("end at the first empty line, also when it is the first line of all", () => {
    expect(read("\r\nFrom: a@b.example")).toEqual([]);
    expect(headerValues(read("A: 1\nB: 2\n\nC: 3"), "c")).toEqual([]);
  });

  it("are decoded word by word, a character that is cut in two included", () => {
    const texts = [
      "=?utf-8?B?w6Q=?=",
      "=?utf-8?Q?=C3?= =?utf-8?Q?=A4?=",
      "=?utf-7?Q?+AOQ-?=",
      "=?utf-7*de?B?K0FPUS0=?=",
    ];
    expect(texts.map(decodeHeaderText)).toEqual(["ä", "ä", "ä", "ä"]);
  });

  it("give Message-IDs, and nothing that only looks like one", () => {
    expect(readMessageIds("a@b <a@b> <> < a@b> <c@d><e@f>")).toEqual(["<a@b>", "<c@d>", "<e@f>"]);
    expect(readMessageIds(`<${"x".repeat(2000)}@a>`)).toEqual([]);
    expect(readMessageIds(Array.from({ length: 60 }, (_, n) => `<${n}@a>`).join(" "))).toHaveLength(50);
  });
});
