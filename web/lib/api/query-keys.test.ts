import type { QueryFilters, QueryKey as AcceptedKey } from "@tanstack/react-query";
import { expect, expectTypeOf, test } from "vitest";
import { type QueryKey, ticketKeys } from "#contract/query-keys.ts";
import { queryClient } from "./query-client.ts";

test("the cache takes keys of the contract and no others; the compiler holds it", () => {
  expectTypeOf<AcceptedKey>().toEqualTypeOf<QueryKey>();
  expectTypeOf<string[]>().not.toExtend<NonNullable<QueryFilters["queryKey"]>>();
});

test("what belongs to a ticket is found below its key", () => {
  queryClient.setQueryData(ticketKeys.history("7"), "history");
  queryClient.setQueryData(ticketKeys.detail("8"), "another");
  const found = queryClient.getQueryCache().findAll({ queryKey: ticketKeys.detail("7") });
  expect(found.map(({ queryKey }) => queryKey)).toEqual([ticketKeys.history("7")]);
  queryClient.clear();
});
