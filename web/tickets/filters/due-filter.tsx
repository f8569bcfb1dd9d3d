import { DUE_STATE_LABELS } from "#contract/sla/messages.ts";
import { SLA_FILTERS } from "#contract/sla/targets.ts";
import { DUE_MESSAGES } from "#web/sla/due-messages.ts";
import { Select } from "#web/ui/form/select.tsx";
import type { ListSearch } from "../list-search-params.ts";

type Props = { search: ListSearch; onChange: (part: ListSearch) => void };

/** The filter by how the next due time stands. */
export function DueFilter({ search, onChange }: Props) {
  const options = SLA_FILTERS.map((value) => ({ value, label: DUE_STATE_LABELS[value] }));
  return (
    <Select
      value={search.sla ?? "all"}
      options={[{ value: "all" as const, label: DUE_MESSAGES.all }, ...options]}
      isSet={search.sla !== undefined}
      onChange={(value) => onChange({ sla: value === "all" ? undefined : value })}
    />
  );
}
