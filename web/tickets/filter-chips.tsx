import { X } from "lucide-react";
import { isExternal } from "#contract/access/actor.ts";
import { useActor } from "../lib/session-state.ts";
import type { TicketRow } from "./data.ts";
import { useFilterName } from "./filter-names.ts";
import type { ListSearch } from "./list-search.ts";
import { FILTER_WORDS, LIST_WORDS } from "./words.ts";

type Props = {
  search: ListSearch;
  firstRow: TicketRow | undefined;
  onChange: (part: ListSearch) => void;
};

/** What is in force of "More filters", each to be taken away by itself. */
export function FilterChips({ search, firstRow, onChange }: Props) {
  const chips = useChips(search, firstRow);
  return chips.map(({ label, without }) => (
    <button
      key={label}
      type="button"
      className="tag chip"
      aria-label={FILTER_WORDS.remove(label)}
      onClick={() => onChange(without)}
    >
      <span className="trunc">{label}</span>
      <X className="i s" />
    </button>
  ));
}

type Chip = { label: string; without: ListSearch };

function useChips(search: ListSearch, row: TicketRow | undefined): Chip[] {
  const nameOf = useFilterName(search, row);
  const mine = isExternal(useActor()) ? FILTER_WORDS.raisedByMe : FILTER_WORDS.mine;
  const { chip } = FILTER_WORDS;
  const company = search.company_id === "none" ? FILTER_WORDS.noCompany : nameOf("company_id");
  const team = search.group_id === "none" ? FILTER_WORDS.noTeam : nameOf("group_id");
  const all: (Chip & { isSet: unknown })[] = [
    { isSet: search.mine, label: mine, without: { mine: undefined } },
    { isSet: search.unassigned, label: LIST_WORDS.unassigned, without: { unassigned: undefined } },
    {
      isSet: search.assignee_id,
      label: chip(FILTER_WORDS.assignee, nameOf("assignee_id")),
      without: { assignee_id: undefined },
    },
    {
      isSet: search.client_id,
      label: chip(FILTER_WORDS.client, nameOf("client_id")),
      without: { client_id: undefined },
    },
    {
      isSet: search.company_id,
      label: chip(FILTER_WORDS.company, company),
      without: { company_id: undefined },
    },
    { isSet: search.group_id, label: chip(FILTER_WORDS.team, team), without: { group_id: undefined } },
    { isSet: search.deleted, label: FILTER_WORDS.trash, without: { deleted: undefined } },
  ];
  return all.filter(({ isSet }) => isSet);
}
