import { describe, expect, it } from "vitest";
import { isForwardSubject, readForwardInText } from "./forward.ts";

describe("a forward", () => {
  it("is told by the first prefix of the subject, in twelve languages", () => {
    const prefixes = [
      "Fwd",
      "FW",
      "WG",
      "TR",
      "RV",
      "I",
      "ENC",
      "Doorst",
      "VB",
      "VS",
      "Videresendt",
      "PD",
      "Přep",
    ];
    expect(prefixes.filter((prefix) => !isForwardSubject(`${prefix}: Printer`))).toEqual([]);
    const others = [
      "Re: Fwd: Printer",
      "AW: WG: Drucker",
      "SV: VB: Skrivare",
      "Forward the printer",
      "Printer: FW 1.2",
    ];
    expect(others.filter(isForwardSubject)).toEqual([]);
  });

  it("names nobody where the text names nobody, two people, or no address", () => {
    const senders = ["Tomas", "a@b.example, c@d.example", ""].map(
      (from) =>
        readForwardInText("Fwd: x", `Look.\n\nFrom: ${from}\nDate: 1\nTo: y\nSubject: z\n\ntext`)?.from,
    );
    expect(senders).toEqual([null, null, null]);
    expect(readForwardInText("Fwd: x", "Look at this")).toMatchObject({
      from: null,
      wordsAbove: "",
      words: "Look at this",
    });
  });

  it("names the sender as each program writes an address", () => {
    for (const from of [
      "Tomas Aguilar <tomas@kestrel.example>",
      '"Aguilar, Tomas" <tomas@kestrel.example>',
      "Tomas Aguilar [mailto:tomas@kestrel.example]",
      "tomas@kestrel.example (tomas@kestrel.example)",
      "tomas@kestrel.example",
    ]) {
      const forward = readForwardInText(
        "WG: x",
        `Look.\n\nVon: ${from}\nGesendet: 1\nAn: y\nBetreff: z\n\ntext`,
      );
      expect(forward).toMatchObject({
        from: { address: "tomas@kestrel.example" },
        wordsAbove: "Look.",
        words: "text",
      });
    }
  });
});
