import { FOLLOW_UP_FILTERS } from "#contract/tickets/follow-up-filters.ts";
import { Select } from "#web/ui/form/select.tsx";
import type { ListSearch } from "../list-search-params.ts";
import { FILTER_MESSAGES } from "./messages.ts";
import { FOLLOW_UP_MESSAGES } from "../follow-up/messages.ts";

type Props = { search: ListSearch; onChange: (part: ListSearch) => void };

/** The filter by follow-up dates. */
export function FollowUpFilter({ search, onChange }: Props) {
  const options = FOLLOW_UP_FILTERS.map((value) => ({ value, label: FILTER_MESSAGES.followUps[value] }));
  return (
    <Select
      value={search.follow_up ?? "all"}
      options={[{ value: "all" as const, label: FOLLOW_UP_MESSAGES.all }, ...options]}
      isSet={search.follow_up !== undefined}
      onChange={(value) => onChange({ follow_up: value === "all" ? undefined : value })}
    />
  );
}
