import { afterAll, beforeAll, expect, it } from "vitest";
import { STATUS_LABELS } from "#contract/labels.ts";
import { categoryOf, STATUSES_IN_COURSE } from "#contract/statuses.ts";
import { makeWorld, type World } from "../../test/support/app/app-with-people.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

it("the table of statuses says what the contract says", async () => {
  const { rows } = await world.pool.query(
    "select code, label, category, position from statuses order by position",
  );
  expect(rows).toEqual(
    STATUSES_IN_COURSE.map((code, index) => ({
      code,
      label: STATUS_LABELS[code],
      category: categoryOf(code),
      position: index + 1,
    })),
  );
});
