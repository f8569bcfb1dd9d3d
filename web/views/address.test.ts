import { expect, test } from "vitest";
import { addressOf, findView, isSameList, keptOf, type View } from "./address.ts";

const VIEW: View = {
  id: "5f0c2d3e-8a7b-4c1d-9e2f-3a4b5c6d7e8f",
  name: "Waiting",
  audience: "me",
  group_id: null,
  group_name: null,
  owner_id: "0b8f6c1e-4d3a-4f7e-9a55-2f1d7c6b8e90",
  owner_fullname: "Idris Okafor",
  query: { status: "pending", tag: "vpn" },
  sort: "created",
  order: null,
  columns: ["status", "team"],
  version: 1,
  may_edit: true,
  gone: [],
};

test("a view writes all that it asks for into the address, which is that list without the view as well", () => {
  const address = addressOf(VIEW);
  expect(address).toEqual({
    status: "pending",
    tag: "vpn",
    sort: "created",
    columns: "status,team",
    view: VIEW.id,
  });
  expect(isSameList({ ...address, view: undefined }, address)).toBe(true);
  const { query, sort, order, columns } = VIEW;
  expect(keptOf(address)).toEqual({ query, sort, order, columns });
});

test("an address is edited when a filter, the order or the columns differ, and not by the order of its parts", () => {
  const address = addressOf(VIEW);
  expect(
    isSameList({ columns: "status,team", sort: "created", tag: "vpn", status: "pending" }, address),
  ).toBe(true);
  for (const change of [
    { tag: undefined },
    { order: "asc" },
    { columns: "status" },
    { active: true },
  ] as const)
    expect([change, isSameList({ ...address, ...change }, address)]).toEqual([change, false]);
});

test("the usual columns are no columns, and a view that is not there is none", () => {
  const usual = addressOf({
    ...VIEW,
    columns: ["status", "priority", "assignee", "tags", "created", "updated"],
  });
  expect(usual.columns).toBeUndefined();
  expect(findView([VIEW], "mine")?.search).toEqual({ mine: true, active: true, view: "mine" });
  expect(findView([VIEW], VIEW.id)?.name).toBe("Waiting");
  expect(findView([], VIEW.id)).toBeNull();
});
