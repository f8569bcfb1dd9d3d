import { describe, expect, it } from "vitest";
import { computeIdentity } from "./identity.ts";

function identityOf(...lines: string[]): string {
  return computeIdentity(Buffer.from(lines.join("\r\n"))).toString("hex");
}

const NAMED = ["Message-ID: <a@b>", "From: a@b.example", "Subject: Printer"];
const BODY = ["", "It jams."];

describe("the identity of a mail", () => {
  it("differs with its Message-ID, sender, subject and body", () => {
    const all = [
      identityOf(...NAMED, ...BODY),
      identityOf("Message-ID: <other@b>", ...NAMED.slice(1), ...BODY),
      identityOf(NAMED[0] ?? "", "From: c@d.example", NAMED[2] ?? "", ...BODY),
      identityOf(...NAMED.slice(0, 2), "Subject: Scanner", ...BODY),
      identityOf(...NAMED, ...BODY, "footer"),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it("is the same by whatever way the mail came", () => {
    const way = [
      "Delivered-To: help@waypost.example",
      "Received: by mx",
      "X-Spam: no",
      "Authentication-Results: mx",
    ];
    expect(identityOf(...way, ...NAMED, ...BODY)).toBe(identityOf(...NAMED, ...BODY));
    const unnamed = NAMED.slice(1);
    expect(identityOf(...way, ...unnamed, ...BODY)).toBe(identityOf(...unnamed, ...BODY));
  });

  it("counts every other field of a mail without a Message-ID", () => {
    const unnamed = [...NAMED.slice(1), "To: one@waypost.example"];
    expect(identityOf(...unnamed, ...BODY)).not.toBe(identityOf(...unnamed, "Date: today", ...BODY));
  });
});
