import { expect, it } from "vitest";
import { newEventId } from "./token.ts";

it("gives events ids in the order of their time, as UUIDs of version 7", () => {
  const ids = ["2026-11-20T08:14:00.000Z", "2026-11-20T08:14:00.001Z", "2038-01-19T03:14:08.000Z"].map((at) =>
    newEventId(new Date(at)),
  );
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
});
