import type { PoolClient } from "pg";
import type { ImportReason } from "#contract/refusals/import-reasons.ts";
import type { Draft, NamedPerson } from "./rows/parse-row.ts";
import { shorten } from "./rows/shorten.ts";

/** The part of a draft that names an agent and a team. */
export type Named = Pick<Draft, "assignee" | "team">;

export type Assignment = { assigneeId: string | null; teamId: string | null };

type Agent = { id: string; email: string; name: string };

/** Finds the agents and teams of a batch with two queries; gives each draft its own, or the reason to reject it. */
export async function findAssignments(
  client: PoolClient,
  drafts: readonly Named[],
): Promise<(draft: Named) => Assignment | ImportReason> {
  const agents = drafts.some(({ assignee }) => assignee !== null) ? await readAgents(client) : [];
  const teams = drafts.some(({ team }) => team !== null)
    ? await readTeams(client)
    : new Map<string, string>();
  const byEmail = new Map(agents.map((agent) => [agent.email, agent]));
  const byName = Map.groupBy(agents, ({ name }) => name);
  const find = ({ email, name }: NamedPerson) =>
    email === null ? (byName.get((name ?? "").toLowerCase()) ?? []) : [byEmail.get(email) ?? []].flat();
  return ({ assignee, team }) => {
    const [agent, ...others] = assignee === null ? [] : find(assignee);
    const value = shorten(assignee?.email ?? assignee?.name ?? "");
    if (others.length > 0) return { code: "several_agents", params: { value } };
    if (assignee !== null && agent === undefined) return { code: "no_agent", params: { value } };
    const teamId = team === null ? null : teams.get(team.toLowerCase());
    if (teamId === undefined) return { code: "no_team", params: { value: shorten(team ?? "") } };
    return { assigneeId: agent?.id ?? null, teamId };
  };
}

/** Everybody who may be assigned tickets (server/tickets/assignable-users.ts). */
async function readAgents(client: PoolClient): Promise<Agent[]> {
  const answer = await client.query<Agent>(
    `select id, lower(email) as email, lower(fullname) as name from users u
     where user_type = 'internal' and deleted_at is null and exists (
       select from user_roles r join role_permissions p on p.role_id = r.role_id
       where r.user_id = u.id and p.permission = 'tickets.assign')`,
  );
  return answer.rows;
}

async function readTeams(client: PoolClient): Promise<Map<string, string>> {
  const answer = await client.query<{ id: string; name: string }>(
    "select id, lower(name) as name from groups where deleted_at is null",
  );
  return new Map(answer.rows.map(({ id, name }) => [name, id]));
}
