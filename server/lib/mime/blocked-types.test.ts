import { describe, expect, it } from "vitest";
import { BLOCKED_FILE_TYPES } from "#contract/incoming/blocked-file-types.ts";
import { detectBlockedType } from "./blocked-types.ts";

describe("programs among the files", () => {
  it("are told by their name, whatever hides the ending", () => {
    const text = Buffer.from("text");
    expect(
      BLOCKED_FILE_TYPES.map((type) => detectBlockedType(`Invoice.pdf.${type.toUpperCase()}`, text)),
    ).toEqual([...BLOCKED_FILE_TYPES]);
    const hidden = ["a.exe. .", "a.exe:stream", "a.e\u200Bxe", "a.ｅｘｅ", 'a.exe"'];
    expect(hidden.map((name) => detectBlockedType(name, text))).toEqual(Array(hidden.length).fill("exe"));
  });

  it("are told by their first bytes under any name", () => {
    const iso = Buffer.alloc(33_000);
    iso.write("CD001", 32_769);
    const installer = Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(500),
      Buffer.from("84100c0000000000c000000000000046", "hex"),
    ]);
    const bytes = [Buffer.from("MZ\x90\0", "latin1"), Buffer.from("\x7fELF", "latin1"), iso, installer];
    expect(bytes.map((each) => detectBlockedType("a.pdf", each))).toEqual(["exe", "exe", "iso", "msi"]);
  });

  it("are not texts, archives and documents", () => {
    const files: [string, string][] = [
      ["a.txt", "MZ is how programs begin"],
      ["a.zip", "PK\x03\x04"],
      ["a.doc", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 document"],
      ["exe", "x"],
      ["a.json", "{}"],
    ];
    expect(files.map(([name, text]) => detectBlockedType(name, Buffer.from(text, "latin1")))).toEqual(
      Array(5).fill(null),
    );
  });
});
