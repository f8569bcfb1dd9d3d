import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { rewriteRows, rowsOf, type TicketList, ticketsQuery } from "./data.ts";

test("a row rewritten in a list that is known to be old leaves the list old", () => {
  const client = new QueryClient();
  const [old, fresh] = [ticketsQuery({ search: "vpn" }).queryKey, ticketsQuery({}).queryKey];
  for (const key of [old, fresh]) client.setQueryData(key, listOf("VPN drops"));
  void client.invalidateQueries({ queryKey: old, exact: true });
  rewriteRows(client, (row) => ({ ...row, unread: false }));
  expect(client.getQueryState(old)?.isInvalidated).toBe(true);
  expect(client.getQueryState(fresh)?.isInvalidated).toBe(false);
  for (const key of [old, fresh])
    expect(rowsOf(client.getQueryData<TicketList>(key))).toMatchObject([{ unread: false }]);
});

function listOf(subject: string): TicketList {
  const at = "2026-11-20T09:00:00.000Z";
  const nobody = { assignee_id: null, assignee_fullname: null, client_id: null, client_fullname: null };
  const nowhere = { company_id: null, company_name: null, group_id: null, group_name: null };
  const ticket = { id: "t", uid: "WP-1", subject, status: "open", priority: "normal", version: 1 };
  const row = { ...ticket, ...nobody, ...nowhere, created: at, updated: at, unread: true };
  const meta = {
    total: 1,
    page: 1,
    limit: 50,
    pages: 1,
    counts: {},
    next: null,
    total_is_capped: false,
    found_inside: [],
  };
  return { pages: [{ items: [row], meta }], pageParams: [""] };
}
