import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

it("hashes with argon2id, 19 MiB, two passes and one lane, and salts each hash", async () => {
  const [one, other] = await Promise.all([
    hashPassword("a long pass phrase"),
    hashPassword("a long pass phrase"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await verifyPassword("a long pass phrase", one)).toBe(true);
  expect(await verifyPassword("a long pass phrase ", one)).toBe(false);
});
