import { describe, expect, it } from "vitest";
import {
  encodeBase32,
  computeCode,
  findMatchingSteps,
  newSecret,
  buildOtpauthUrl,
  computeStep,
} from "./totp.ts";

/** The secret of both standards' appendices. */
const SECRET = Buffer.from("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1000);

describe("a code by counter", () => {
  it.each(
    ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"].map(
      (code, counter) => [counter, code] as const,
    ),
  )("is that of RFC 4226, appendix D, for %i", (counter, code) => {
    expect(computeCode(SECRET, counter)).toBe(code);
  });
});

describe("a code by time", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("is that of RFC 6238, appendix B, at %i seconds", (seconds, code) => {
    expect(computeCode(SECRET, computeStep(at(seconds)), 8)).toBe(code);
  });

  it("is known one step early and one late, and no further", () => {
    const now = at(1_700_000_010);
    const step = computeStep(now);
    for (const drift of [-1, 0, 1])
      expect(findMatchingSteps(SECRET, computeCode(SECRET, step + drift), now)).toEqual([step + drift]);
    for (const drift of [-2, 2])
      expect(findMatchingSteps(SECRET, computeCode(SECRET, step + drift), now)).toEqual([]);
  });

  it("is six digits and nothing else", () => {
    for (const code of ["", "12345", "1234567", "٤٢٤٢٤٢"])
      expect(findMatchingSteps(SECRET, code, at(59))).toEqual([]);
  });
});

describe("a secret", () => {
  it("has 160 random bits", () => {
    const secrets = Array.from({ length: 50 }, () => newSecret().toString("hex"));
    expect(new Set(secrets).size).toBe(50);
    expect(secrets[0]).toHaveLength(40);
  });

  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foobar", "MZXW6YTBOI"],
    ["12345678901234567890", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"],
  ])("is written in base32 as RFC 4648, 10: %s", (text, written) => {
    expect(encodeBase32(Buffer.from(text))).toBe(written);
  });

  it("reads as an address with every name escaped", () => {
    expect(buildOtpauthUrl({ secret: SECRET, issuer: "Nord & Wind", account: "a+b@x.test" })).toBe(
      "otpauth://totp/Nord%20%26%20Wind:a%2Bb%40x.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Nord%20%26%20Wind",
    );
  });
});
