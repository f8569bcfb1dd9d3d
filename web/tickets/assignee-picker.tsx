import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { Avatar, NobodyAvatar } from "#web/ui/avatar.tsx";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { CHANGE_MESSAGES } from "./change-messages.ts";
import { assignableUsersQuery } from "./save-ticket.ts";

export type Person = { id: string; fullname: string };
type Props = {
  value: Person | null;
  onChange: (person: Person | null) => void;
  isMixed?: boolean;
  busy?: boolean;
  disabled?: boolean;
  trigger?: ReactElement;
};

/** A picker of the assignee out of the assignable users, oneself first, with a row for nobody. */
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
      label={CHANGE_MESSAGES.agents}
      searchLabel={CHANGE_MESSAGES.assign}
      value={value && pickOf(value)}
      onChange={(pick) => onChange(pick && { id: pick.id, fullname: pick.label })}
      options={agents.data && picksOf(agents.data.users, user, term)}
      error={agents.isError ? failureMessage(agents.error, CHANGE_MESSAGES.failedToFetchAgents) : null}
      onRetry={() => void agents.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={{ label: CHANGE_MESSAGES.unassigned, icon: <NobodyAvatar size="small" /> }}
      clearable
    />
  );
}

/** Puts one's own name first: everybody who may assign is assignable, but may be missing in the first page of hundreds. */
function picksOf(agents: readonly Person[], own: Person, term: string): Pick[] {
  const people = term ? agents : [own, ...agents.filter(({ id }) => id !== own.id)];
  return people.map((person) =>
    person.id === own.id ? { ...pickOf(person), note: CHANGE_MESSAGES.you } : pickOf(person),
  );
}

function pickOf({ id, fullname }: Person): Pick {
  return { id, label: fullname, icon: <Avatar name={fullname} size="small" /> };
}
