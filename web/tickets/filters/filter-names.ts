import { skipToken, useQuery } from "@tanstack/react-query";
import {
  companyKeys,
  groupKeys,
  type QueryKey,
  tagKeys,
  ticketKeys,
  userKeys,
} from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { shortId } from "#web/lib/format.ts";
import type { TicketRow } from "../data.ts";
import type { ListSearch } from "../list-search-params.ts";

type Kind = "assignee_id" | "client_id" | "company_id" | "group_id" | "parent";

/**
 * The names of what is filtered by; the address holds only ids. Every row of a filtered list knows them, so the
 * server is asked only for an empty list, and the first 8 characters of the id stand in for what it does not tell.
 */
export function useFilterName(search: ListSearch, row: TicketRow | undefined): (kind: Kind) => string {
  const names: Record<Kind, string | null | undefined> = {
    assignee_id: row?.assignee_id === search.assignee_id ? row?.assignee_fullname : null,
    client_id: row?.client_id === search.client_id ? row?.client_fullname : null,
    company_id: row?.company_id === search.company_id ? row?.company_name : null,
    group_id: row?.group_id === search.group_id ? row?.group_name : null,
    parent: row?.parent?.id === search.parent ? row?.parent?.uid : null,
  };
  const asked = (kind: Kind) => (names[kind] || search[kind] === "none" ? undefined : search[kind]);
  const fetched: Record<Kind, string | undefined> = {
    assignee_id: useName(userKeys.name, asked("assignee_id"), fetchUserName),
    client_id: useName(userKeys.name, asked("client_id"), fetchUserName),
    company_id: useName(companyKeys.name, asked("company_id"), fetchCompanyName),
    group_id: useName(groupKeys.name, asked("group_id"), fetchTeamName),
    parent: useName(ticketKeys.uid, asked("parent"), fetchNumber),
  };
  return (kind) => names[kind] ?? fetched[kind] ?? shortId(search[kind] ?? "");
}

function useName(
  keyOf: (id: string | undefined) => QueryKey,
  id: string | undefined,
  fetchName: (id: string) => Promise<string>,
) {
  const name = useQuery({
    queryKey: keyOf(id),
    queryFn: id ? () => fetchName(id) : skipToken,
    retry: false,
  });
  return name.data;
}

const fetchUserName = (id: string) =>
  api("GET /users/{user_id}", { params: { user_id: id } }).then(({ fullname }) => fullname);
const fetchCompanyName = (id: string) =>
  api("GET /companies/{company_id}", { params: { company_id: id } }).then(({ name }) => name);
const fetchTeamName = (id: string) =>
  api("GET /groups/{group_id}", { params: { group_id: id } }).then(({ name }) => name);
const fetchNumber = (id: string) =>
  api("GET /tickets/{ticket_id}", { params: { ticket_id: id } }).then(({ uid }) => uid);

/** Those of the names that no tag has or had. */
export function useUnknownTags(names: readonly string[]): readonly string[] {
  const unknown = useQuery({
    queryKey: tagKeys.unknown(names),
    queryFn: names.length > 0 ? () => fetchUnknownTags(names) : skipToken,
    retry: false,
  });
  return unknown.data ?? [];
}

async function fetchUnknownTags(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map((search) => api("GET /tags", { query: { search } })));
  const known = found.flatMap(({ items }) => items.flatMap(({ name, aliases }) => [name, ...aliases]));
  return names.filter((name) => !known.includes(name));
}
