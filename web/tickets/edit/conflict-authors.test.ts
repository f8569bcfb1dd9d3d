import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api/api-error.ts";
import { authorsIn, authorsOf } from "./conflict-authors.ts";
import type { Activity } from "../ticket-data.ts";

test("a refusal names who changed a field and when, and nonsense in it is left out", () => {
  const conflict = { field: "subject", by: "Lena Fischer", at: "2026-11-20T09:00:00.000Z", yours: "a" };
  const refusal = new ApiError("Changed", { problem: { conflicts: [conflict, { field: 7 }, null] } });
  expect(authorsIn(refusal)).toEqual({ subject: { by: "Lena Fischer", at: "2026-11-20T09:00:00.000Z" } });
  expect(authorsIn(new ApiError("No answer"))).toEqual({});
});

test("the history knows the last who changed each field", () => {
  const authors = authorsOf([
    change("Lena", "2026-11-20T10:00:00.000Z", "status"),
    change("Idris", "2026-11-20T11:00:00.000Z", "status", "subject"),
    change("Maren", "2026-11-20T09:00:00.000Z", "subject", "priority"),
  ]);
  expect(Object.entries(authors).map(([field, { by }]) => [field, by])).toEqual(
    expect.arrayContaining([
      ["status", "Idris"],
      ["subject", "Idris"],
      ["priority", "Maren"],
    ]),
  );
});

function change(by: string, at: string, ...fields: string[]): Activity {
  return {
    id: at,
    kind: "ticket.changed",
    at,
    by,
    audience: "public",
    comment_id: null,
    changes: fields.map((field) => ({ field, from: null, to: null })),
  };
}
