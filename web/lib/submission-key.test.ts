import { expect, test } from "vitest";
import { createSubmissionKeys } from "./submission-key.ts";

test("the same content sent again keeps its name; changed content and content after a success get a new one", () => {
  const keys = createSubmissionKeys();
  const first = keys.keyFor({ subject: "VPN" });
  expect(keys.keyFor({ subject: "VPN" })).toBe(first);
  const changed = keys.keyFor({ subject: "VPN drops" });
  expect(changed).not.toBe(first);
  keys.forget();
  expect(keys.keyFor({ subject: "VPN drops" })).not.toBe(changed);
});
