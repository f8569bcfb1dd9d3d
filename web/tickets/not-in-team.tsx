import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { hasPermission } from "#contract/access/actor.ts";
import { groupKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { FORM_MESSAGES } from "./form/messages.ts";

type Person = { id: string; fullname: string } | null;
type Team = { id: string; name: string } | null;

/** A warning where the assignee is not in the team, which is allowed (rule 80); null where there is nothing to say. */
export function useNotInTeam(assignee: Person, team: Team): ReactNode {
  const mayRead = hasPermission(useActor(), "teams.read");
  const { data } = useQuery({
    queryKey: groupKeys.detail(team?.id ?? ""),
    queryFn: ({ signal }) => api("GET /groups/{group_id}", { params: { group_id: team?.id ?? "" }, signal }),
    enabled: mayRead && assignee !== null && team !== null,
  });
  // A team without members is a name on tickets, which nobody is in.
  if (!assignee || !team || !data?.member_ids.length || data.member_ids.includes(assignee.id)) return null;
  return (
    <span className="not-in-team" role="status">
      <TriangleAlert className="icon small" />
      {FORM_MESSAGES.notInTeam(assignee.fullname, team.name)}
    </span>
  );
}
