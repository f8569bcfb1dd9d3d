import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Avatar, NobodyAvatar } from "#web/ui/avatar.tsx";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import type { ListSearch } from "../list-search-params.ts";
import { assignableUsersQuery } from "../save-ticket.ts";
import { LIST_MESSAGES } from "../messages.ts";
import { FILTER_MESSAGES } from "./messages.ts";

type Props = {
  search: ListSearch;
  /** The name of `search.assignee_id`. */
  name: string;
  onChange: (part: ListSearch) => void;
};

/** The filter by assignee: one's own tickets, unassigned ones, or those of a person; one of the three at a time. */
export function AssigneeFilter({ search, name, onChange }: Props) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const agents = useQuery({
    ...assignableUsersQuery(term),
    enabled: isOpen,
  });
  const mine: Pick = {
    id: "mine",
    label: FILTER_MESSAGES.mine,
    icon: <Avatar name={user.fullname} size="small" />,
  };
  const found = agents.data?.users.map((agent) => pickOf(agent.id, agent.fullname));
  return (
    <Picker
      label={FILTER_MESSAGES.assignee}
      searchLabel={FILTER_MESSAGES.findPerson}
      value={chosen(search, name, mine)}
      onChange={(pick) => onChange({ ...NOBODY, ...partOf(pick) })}
      options={found && (term ? found : [mine, UNASSIGNED, ...found])}
      error={agents.isError ? failureMessage(agents.error) : null}
      onRetry={() => void agents.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={{ label: FILTER_MESSAGES.anyone }}
      clearable
    />
  );
}

const NOBODY: ListSearch = { mine: undefined, unassigned: undefined, assignee_id: undefined };
const UNASSIGNED: Pick = { id: "none", label: LIST_MESSAGES.unassigned, icon: <NobodyAvatar size="small" /> };

function chosen({ assignee_id: id, ...search }: ListSearch, name: string, mine: Pick): Pick | null {
  if (search.mine) return mine;
  if (search.unassigned) return UNASSIGNED;
  return id ? pickOf(id, name) : null;
}

function partOf(pick: Pick | null): ListSearch {
  if (pick?.id === "mine") return { mine: true };
  return pick?.id === UNASSIGNED.id ? { unassigned: true } : { assignee_id: pick?.id };
}

function pickOf(id: string, fullname: string): Pick {
  return { id, label: fullname, icon: <Avatar name={fullname} size="small" /> };
}
