import { Archive, Pencil, RotateCcw, Users } from "lucide-react";
import { mayManageMembers, mayManageTeams } from "#contract/access/groups.ts";
import type { Actor } from "#contract/access/actor.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { type RowAction, RowActions } from "#web/ui/table/row-actions.tsx";
import type { Team } from "./data.ts";
import { TEAMS_MESSAGES as MESSAGES } from "./messages.ts";

export type TeamActs = Record<"rename" | "members" | "archive" | "restore", () => void>;

export function TeamRow({ team, actions }: { team: Team; actions: TeamActs }) {
  const actor = useActor();
  return (
    <li>
      <span className="grow">
        <span className="weight-medium">{team.name}</span>
        <span className="text-tiny subtle numeric">{MESSAGES.selected(team.member_ids.length)}</span>
      </span>
      <RowActions asMenu label={MESSAGES.actionsFor(team.name)} actions={actsOf(actor, team, actions)} />
    </li>
  );
}

function actsOf(actor: Actor, team: Team, actions: TeamActs): RowAction[] {
  const named = (label: string) => ({ label, name: `${label}: ${team.name}` });
  const members: RowAction = {
    ...named(MESSAGES.members),
    icon: <Users className="icon" />,
    onSelect: actions.members,
  };
  if (!mayManageTeams(actor)) return mayManageMembers(actor, team) ? [members] : [];
  if (team.archived_at) {
    return [{ ...named(MESSAGES.restore), icon: <RotateCcw className="icon" />, onSelect: actions.restore }];
  }
  return [
    members,
    { ...named(MESSAGES.rename), icon: <Pencil className="icon" />, onSelect: actions.rename },
    {
      ...named(MESSAGES.archive),
      icon: <Archive className="icon" />,
      danger: true,
      onSelect: actions.archive,
    },
  ];
}
