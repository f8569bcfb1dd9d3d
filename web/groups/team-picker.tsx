import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { groupKeys } from "#contract/query-keys.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { api } from "#web/lib/api/api-client.ts";
import { DIRECTORY_PAGE } from "#web/lib/directory/use-directory.ts";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { TEAM_PICKER_MESSAGES } from "./picker-messages.ts";
import { TEAMS_MESSAGES } from "./messages.ts";

type Team = { id: string; name: string };
type Props = {
  value: Team | null;
  onChange: (team: Team | null) => void;
  /** The label for no team; a filter says "Any team". */
  empty?: { label: string };
  isMixed?: boolean;
  busy?: boolean;
  trigger?: ReactElement;
};

/** A team that takes tickets. */
export function TeamPicker({ value, onChange, empty, ...rest }: Props) {
  const [open, setOpen] = useState(false);
  const [term, setTerm] = useState("");
  const teams = useQuery({ ...teamsQuery(term), enabled: open });
  return (
    <Picker
      {...rest}
      label={TEAM_PICKER_MESSAGES.teams}
      searchLabel={TEAM_PICKER_MESSAGES.findTeam}
      value={value && pickOf(value)}
      onChange={(pick) => onChange(pick && { id: pick.id, name: pick.label })}
      options={teams.data?.groups.map(pickOf)}
      error={teams.isError ? failureMessage(teams.error, TEAMS_MESSAGES.failedToFetch) : null}
      onRetry={() => void teams.refetch()}
      onSearch={setTerm}
      onOpenChange={setOpen}
      empty={empty ?? { label: TEAM_PICKER_MESSAGES.none }}
      clearable
    />
  );
}

function teamsQuery(search: string) {
  return queryOptions({
    queryKey: groupKeys.picker(search),
    queryFn: ({ signal }) =>
      api("GET /groups", {
        query: { search, page: 1, page_size: DIRECTORY_PAGE },
        signal,
        fallback: TEAMS_MESSAGES.failedToFetch,
      }),
  });
}

function pickOf({ id, name }: Team): Pick {
  return { id, label: name };
}
