import { skipToken, useQuery } from "@tanstack/react-query";
import { groupKeys, userKeys } from "#contract/query-keys.ts";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { api } from "#web/lib/api/api-client.ts";
import { shortId } from "#web/lib/format.ts";
import { AssigneePicker } from "#web/tickets/assignee-picker.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  value: string;
  /** The name of who is there and can no longer be; nobody else knows it. */
  gone: string | undefined;
  onChange: (value: string) => void;
};

/** Whoever uses it, nobody, or a person. */
export function AssigneeControl({ value, gone, onChange }: Props) {
  const isId = value !== "me" && value !== "none";
  const name = useQuery({
    queryKey: userKeys.name(value),
    queryFn: isId ? () => fetchUserName(value) : skipToken,
    retry: false,
  });
  return (
    <>
      <Checkbox
        label={MESSAGES.whoever}
        checked={value === "me"}
        onChange={(event) => onChange(event.target.checked ? "me" : "none")}
      />
      {value !== "me" && (
        <AssigneePicker
          value={isId ? { id: value, fullname: name.data ?? gone ?? shortId(value) } : null}
          onChange={(person) => onChange(person?.id ?? "none")}
        />
      )}
    </>
  );
}

export function TeamControl({ value, gone, onChange }: Props) {
  const isId = value !== "none";
  const name = useQuery({
    queryKey: groupKeys.name(value),
    queryFn: isId ? () => fetchTeamName(value) : skipToken,
    retry: false,
  });
  return (
    <TeamPicker
      value={isId ? { id: value, name: name.data ?? gone ?? shortId(value) } : null}
      onChange={(team) => onChange(team?.id ?? "none")}
      empty={{ label: MESSAGES.noTeam }}
    />
  );
}

const fetchUserName = (id: string) =>
  api("GET /users/{user_id}", { params: { user_id: id } }).then(({ fullname }) => fullname);
const fetchTeamName = (id: string) =>
  api("GET /groups/{group_id}", { params: { group_id: id } }).then(({ name }) => name);
