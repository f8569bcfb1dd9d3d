import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureWords } from "../lib/api-error.ts";
import { useUser } from "../lib/session-state.ts";
import { Avatar, NobodyAvatar } from "../ui/avatar.tsx";
import { type Pick, Picker } from "../ui/picker.tsx";
import type { ListSearch } from "./list-search.ts";
import { assignableUsersQuery } from "./ticket-data.ts";
import { FILTER_WORDS, LIST_WORDS } from "./words.ts";

type Props = {
  search: ListSearch;
  /** The name of `search.assignee_id`. */
  name: string;
  onChange: (part: ListSearch) => void;
};

/** Whose tickets: one's own, nobody's, somebody's. One of the three at a time. */
export function AssigneeFilter({ search, name, onChange }: Props) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const agents = useQuery({
    ...assignableUsersQuery(term),
    enabled: isOpen,
  });
  const mine: Pick = { id: "mine", label: FILTER_WORDS.mine, icon: <Avatar name={user.fullname} size="s" /> };
  const found = agents.data?.users.map((agent) => pickOf(agent.id, agent.fullname));
  return (
    <Picker
      label={FILTER_WORDS.assignee}
      searchLabel={FILTER_WORDS.findPerson}
      value={chosen(search, name, mine)}
      onChange={(pick) => onChange({ ...NOBODY, ...partOf(pick) })}
      options={found && (term ? found : [mine, UNASSIGNED, ...found])}
      error={agents.isError ? failureWords(agents.error) : null}
      onRetry={() => void agents.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={{ label: FILTER_WORDS.anyone }}
      clearable
    />
  );
}

const NOBODY: ListSearch = { mine: undefined, unassigned: undefined, assignee_id: undefined };
const UNASSIGNED: Pick = { id: "none", label: LIST_WORDS.unassigned, icon: <NobodyAvatar size="s" /> };

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
  return { id, label: fullname, icon: <Avatar name={fullname} size="s" /> };
}
