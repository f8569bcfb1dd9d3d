import { describe, expect, it } from "vitest";
import { buildReplyAddress, parseReplyAddress, verifyReplyAddress } from "./reply-address.ts";

describe("reply addresses", () => {
  it("carry number and signature where the sender's address can, and differ for each reader", () => {
    const config = { mailFrom: "Desk <help@desk.test>" };
    const mine = buildReplyAddress(config, "secret", { number: 1042, userId: "a" });
    expect(mine).toMatch(/^help\+1042\.[0-9a-f]{16}@desk\.test$/);
    expect(buildReplyAddress(config, "secret", { number: 1042, userId: "b" })).not.toBe(mine);
    expect(buildReplyAddress(config, "another", { number: 1042, userId: "a" })).not.toBe(mine);
    const silent = { mailFrom: "Desk <no-reply@desk.test>" };
    expect(buildReplyAddress(silent, "secret", { number: 1042, userId: "a" })).toBeNull();
  });

  it("lead back to number and reader, in any case of letters, and to nobody under another signature", () => {
    const config = { mailFrom: "Desk <Help@desk.test>" };
    const built = buildReplyAddress(config, "secret", { number: 1042, userId: "b" }) ?? "";
    const parsed = parseReplyAddress(built.toUpperCase());
    expect(parsed).toMatchObject({ mailbox: "help@desk.test", number: 1042 });
    if (!parsed) throw new Error("it was just built");
    expect(verifyReplyAddress("secret", parsed, ["a", "b"])).toBe("b");
    expect(verifyReplyAddress("secret", parsed, ["a"])).toBeNull();
    expect(verifyReplyAddress("another", parsed, ["a", "b"])).toBeNull();
    expect(verifyReplyAddress("secret", { ...parsed, number: 1043 }, ["a", "b"])).toBeNull();
    for (const address of ["help@desk.test", "help+1042@desk.test", "help+1042.12@desk.test", ""])
      expect(parseReplyAddress(address)).toBeNull();
  });
});
