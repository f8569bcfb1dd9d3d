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

test("the name outlives the page where it is kept, and goes with the success", () => {
  let kept: { content: string; key: string } | null = null;
  const open = () => createSubmissionKeys({ read: () => kept, write: (last) => void (kept = last) });
  const first = open().keyFor({ subject: "VPN" });
  const later = open();
  expect(later.keyFor({ subject: "VPN" })).toBe(first);
  later.forget();
  expect(open().keyFor({ subject: "VPN" })).not.toBe(first);
});
