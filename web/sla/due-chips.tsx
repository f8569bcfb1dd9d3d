import { useQuery } from "@tanstack/react-query";
import { DUE_STATE_LABELS } from "#contract/sla/messages.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type QueryOf } from "#web/lib/api/api-client.ts";
import { countText } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";
import { ClockGlyph } from "./clock-glyph.tsx";
import { DUE_MESSAGES as MESSAGES } from "./due-messages.ts";
import "#web/styles/due.css";

const CHIPS = ["overdue", "due_soon"] as const;
type Chip = (typeof CHIPS)[number];

/** Time alone makes a ticket overdue, in ms. */
const AGAIN_MS = 60_000;

type Props = {
  /** What else the list is asked for. */
  query: QueryOf<"GET /tickets/export">;
  shown: string | undefined;
  onChange: (part: { sla?: Chip }) => void;
};

/** How many tickets of the list are overdue or due soon; each shows them alone, and all of them again. */
export function DueChips({ query, shown, onChange }: Props) {
  return (
    <span className="flex-row due-chips" role="group" aria-label={MESSAGES.chips}>
      {CHIPS.map((chip) => (
        <CountChip
          key={chip}
          chip={chip}
          query={query}
          isOn={shown === chip}
          onPress={() => onChange({ sla: shown === chip ? undefined : chip })}
        />
      ))}
    </span>
  );
}

type ChipProps = { chip: Chip; query: Props["query"]; isOn: boolean; onPress: () => void };

function CountChip({ chip, query, isOn, onPress }: ChipProps) {
  const { sort: _, order: __, ...filters } = query;
  const asked = { ...filters, sla: chip };
  const { data: count } = useQuery({
    queryKey: ticketKeys.dueCount(asked),
    queryFn: async ({ signal }) =>
      (await api("GET /tickets", { query: { ...asked, per_page: 1 }, signal })).meta.total,
    refetchInterval: AGAIN_MS,
  });
  return (
    <button
      type="button"
      className={cx("badge due-chip", Boolean(count) && `due-time due-${chip}`)}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <ClockGlyph standing={chip} used={0.85} />
      {DUE_STATE_LABELS[chip]}
      <span className="numeric">{count === undefined ? "" : countText(count)}</span>
    </button>
  );
}
