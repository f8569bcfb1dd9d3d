import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { paletteKeys } from "#contract/query-keys.ts";
import { mayOpenClients, mayOpenCompanies, mayOpenUsers } from "#contract/access/may-open-page.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import type { Actor } from "#contract/access/actor.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { matchesSearch } from "#web/lib/match-text.ts";

export type TicketHit = ReplyOf<"GET /tickets">["items"][number];
export type PersonHit = ReplyOf<"GET /users">["users"][number];
export type TagHit = ReplyOf<"GET /tags">["items"][number];
export type CompanyHit = ReplyOf<"GET /companies">["companies"][number];

const ROWS = 5;
const MINUTE_MS = 60_000;

/** The server's hits: tickets, and people and companies for a person with their pages. */
export function useSearchHits(term: string) {
  const actor = useActor();
  const asked = useDebouncedText(term);
  const tickets = useFound("tickets", asked, true, async (search, signal) => {
    const { items } = await api("GET /tickets", { query: { search, brief: "true", per_page: ROWS }, signal });
    return items;
  });
  const people = useFound("people", asked, mayFindPeople(actor), async (search, signal) => {
    const { users } = await api("GET /users", { query: { search, per_page: ROWS, page: 1 }, signal });
    return users;
  });
  const companies = useFound("companies", asked, mayOpenCompanies(actor), async (search, signal) => {
    const query = { search, per_page: ROWS, page: 1 };
    return (await api("GET /companies", { query, signal })).companies;
  });
  const tags = useFound("tags", asked, maySeeTags(actor), async (search, signal) => {
    const { items } = await api("GET /tags", { query: { search, per_page: ROWS, page: 1 }, signal });
    return items;
  });
  const all = [tickets, people, companies, tags];
  return {
    tickets: now(tickets, term, (row) => [row.uid, row.subject]),
    people: now(people, term, (row) => [row.fullname, row.email]).filter((row) => mayOpen(actor, row)),
    tags: now(tags, term, (row) => [row.name, ...row.aliases]),
    companies: now(companies, term, (row) => [row.name]),
    isSearching: term !== "" && (asked !== term || all.some((one) => one.isFetching)),
    hasFailed: all.some((one) => one.isError),
  };
}

function useFound<Row>(
  what: string,
  search: string,
  isEnabled: boolean,
  find: (search: string, signal: AbortSignal) => Promise<Row[]>,
) {
  return useQuery({
    queryKey: paletteKeys.found(what, search),
    queryFn: ({ signal }) => find(search, signal),
    enabled: isEnabled && search !== "",
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS / 6,
    gcTime: MINUTE_MS,
    retry: false,
  });
}

type Found<Row> = { data: Row[] | undefined; isPlaceholderData: boolean };

/** The rows for what is typed; those of an earlier search only as far as they answer it. */
function now<Row>(
  { data, isPlaceholderData }: Found<Row>,
  term: string,
  texts: (row: Row) => (string | null)[],
): Row[] {
  if (term === "" || !data) return [];
  return isPlaceholderData ? data.filter((row) => matchesSearch(texts(row), term)) : data;
}

function mayFindPeople(actor: Actor): boolean {
  return mayOpenUsers(actor) || mayOpenClients(actor);
}

/** A person leads to the page that lists them; external callers have their colleagues under Users. */
export function pageOfPerson(actor: Actor, { user_type }: PersonHit): "/users" | "/clients" {
  return user_type === "external" && actor.user_type === "internal" ? "/clients" : "/users";
}

function mayOpen(actor: Actor, person: PersonHit): boolean {
  if (person.deleted_at !== null) return false;
  return pageOfPerson(actor, person) === "/clients" ? mayOpenClients(actor) : mayOpenUsers(actor);
}
