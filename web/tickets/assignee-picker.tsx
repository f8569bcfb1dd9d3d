import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { failureWords } from "../lib/api-error.ts";
import { useUser } from "../lib/session-state.ts";
import { Avatar, NobodyAvatar } from "../ui/avatar.tsx";
import { type Pick, Picker } from "../ui/picker.tsx";
import { DETAIL_WORDS } from "./detail-words.ts";
import { assignableUsersQuery } from "./ticket-data.ts";

export type Person = { id: string; fullname: string };
type Props = {
  value: Person | null;
  onChange: (person: Person | null) => void;
  isMixed?: boolean;
  busy?: boolean;
  disabled?: boolean;
  trigger?: ReactElement;
};

/** Who takes a ticket, out of those who may be assigned, oneself first; who has one can lose it again. */
export function AssigneePicker({ value, onChange, ...rest }: Props) {
  const user = useUser();
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const agents = useQuery({
    ...assignableUsersQuery(term),
    enabled: open,
  });
  return (
    <Picker
      {...rest}
      label={DETAIL_WORDS.agents}
      searchLabel={DETAIL_WORDS.assign}
      value={value && pickOf(value)}
      onChange={(pick) => onChange(pick && { id: pick.id, fullname: pick.label })}
      options={agents.data && picksOf(agents.data.users, user, term)}
      error={agents.isError ? failureWords(agents.error, DETAIL_WORDS.failedToFetchAgents) : null}
      onRetry={() => void agents.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={{ label: DETAIL_WORDS.unassigned, icon: <NobodyAvatar size="s" /> }}
      clearable
    />
  );
}

/** Whoever may assign may be assigned; among hundreds one's own name need not be in the first piece. */
function picksOf(agents: readonly Person[], own: Person, term: string): Pick[] {
  const people = term ? agents : [own, ...agents.filter(({ id }) => id !== own.id)];
  return people.map((person) =>
    person.id === own.id ? { ...pickOf(person), note: DETAIL_WORDS.you } : pickOf(person),
  );
}

function pickOf({ id, fullname }: Person): Pick {
  return { id, label: fullname, icon: <Avatar name={fullname} size="s" /> };
}
