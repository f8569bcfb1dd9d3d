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

test("windows with the same words name them the same, and words that came back once more are others", () => {
  let version: string | null = "draft:1";
  const [one, other] = [
    createSubmissionKeys(undefined, () => version),
    createSubmissionKeys(undefined, () => version),
  ];
  const first = one.keyFor({ comment: "Done" });
  expect(other.keyFor({ comment: "Done" })).toBe(first);
  expect(other.keyFor({ comment: "Done.", status: "closed" })).not.toBe(first);
  one.forget();
  expect(one.keyFor({ comment: "Done" })).not.toBe(first);
  version = null;
  expect(one.keyFor({ comment: "Unsaved" })).not.toBe(other.keyFor({ comment: "Unsaved" }));
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
