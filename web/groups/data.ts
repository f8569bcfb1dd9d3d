import { queryOptions } from "@tanstack/react-query";
import { api, type BodyOf, type ReplyOf } from "../lib/api.ts";
import { DIRECTORY_PAGE } from "../lib/directory.ts";
import { queryClient } from "../lib/queries.ts";
import { told } from "../ui/told.ts";
import { TEAM_ACT_WORDS, TEAMS_WORDS } from "./words.ts";

export type Team = ReplyOf<"GET /groups">["groups"][number];

export function teamListQuery({ archived }: { archived: boolean }) {
  return queryOptions({
    queryKey: ["groups", "list", archived],
    queryFn: ({ signal }) =>
      api("GET /groups", {
        query: { page: 1, page_size: DIRECTORY_PAGE, archived: archived ? "true" : undefined },
        signal,
        fallback: TEAMS_WORDS.failedToFetch,
      }),
  });
}

export async function createTeam(body: BodyOf<"POST /groups">, idempotencyKey: string) {
  await told(api("POST /groups", { body, idempotencyKey }), TEAM_ACT_WORDS.created);
  void refreshTeams();
}

export async function changeTeam(id: string, body: BodyOf<"PATCH /groups/{group_id}">) {
  await told(api("PATCH /groups/{group_id}", { params: { group_id: id }, body }), TEAM_ACT_WORDS.changed);
  void refreshTeams();
}

export async function archiveTeam(id: string) {
  await told(api("DELETE /groups/{group_id}", { params: { group_id: id } }), TEAM_ACT_WORDS.archived);
  void refreshTeams();
}

export async function restoreTeam(id: string) {
  await told(api("POST /groups/{group_id}/restore", { params: { group_id: id } }), TEAM_ACT_WORDS.restored);
  void refreshTeams();
}

function refreshTeams(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ["groups"] });
}
