import { X } from "lucide-react";
import { useRef } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { NO_TAG } from "#contract/tags/no-tag.ts";
import { DUE_STATE_LABELS } from "#contract/sla/messages.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { DUE_MESSAGES } from "#web/sla/due-messages.ts";
import { useKeptFocus } from "#web/ui/kept-focus.ts";
import type { TicketRow } from "../data.ts";
import { useFilterName, useUnknownTags } from "./filter-names.ts";
import { type ListSearch, tagsIn } from "../list-search-params.ts";
import { LIST_MESSAGES } from "../messages.ts";
import { FILTER_MESSAGES } from "./messages.ts";

type Props = {
  search: ListSearch;
  firstRow: TicketRow | undefined;
  onChange: (part: ListSearch) => void;
};

/** The active filters of "More filters" as chips, each of which can be removed. */
export function FilterChips({ search, firstRow, onChange }: Props) {
  const chips = useChips(search, firstRow);
  if (chips.length === 0) return null;
  return (
    <div className="flex-row wrap">
      {chips.map(({ label, without }) => (
        <ChipButton key={label} label={label} onRemove={() => onChange(without)} />
      ))}
    </div>
  );
}

function ChipButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  useKeptFocus(ref);
  return (
    <button
      ref={ref}
      type="button"
      className="badge chip"
      aria-label={FILTER_MESSAGES.remove(label)}
      onClick={onRemove}
    >
      <span className="truncate">{label}</span>
      <X className="icon small" />
    </button>
  );
}

type Chip = { label: string; without: ListSearch };

function useChips(search: ListSearch, row: TicketRow | undefined): Chip[] {
  const nameOf = useFilterName(search, row);
  const mine = isExternal(useActor()) ? FILTER_MESSAGES.raisedByMe : FILTER_MESSAGES.mine;
  const { chip } = FILTER_MESSAGES;
  const company = search.company_id === "none" ? FILTER_MESSAGES.noCompany : nameOf("company_id");
  const team = search.group_id === "none" ? FILTER_MESSAGES.noTeam : nameOf("group_id");
  const tags = useTagChips(search, row);
  const all: (Chip & { isSet: unknown })[] = [
    { isSet: search.active, label: FILTER_MESSAGES.active, without: { active: undefined } },
    { isSet: search.unread, label: LIST_MESSAGES.unread, without: { unread: undefined } },
    { isSet: search.mine, label: mine, without: { mine: undefined } },
    { isSet: search.unassigned, label: LIST_MESSAGES.unassigned, without: { unassigned: undefined } },
    {
      isSet: search.assignee_id,
      label: chip(FILTER_MESSAGES.assignee, nameOf("assignee_id")),
      without: { assignee_id: undefined },
    },
    {
      isSet: search.client_id,
      label: chip(FILTER_MESSAGES.client, nameOf("client_id")),
      without: { client_id: undefined },
    },
    {
      isSet: search.company_id,
      label: chip(FILTER_MESSAGES.company, company),
      without: { company_id: undefined },
    },
    { isSet: search.group_id, label: chip(FILTER_MESSAGES.team, team), without: { group_id: undefined } },
    ...tags,
    {
      isSet: search.follow_up,
      label: chip(FILTER_MESSAGES.followUp, FILTER_MESSAGES.followUps[search.follow_up ?? "set"]),
      without: { follow_up: undefined },
    },
    {
      isSet: search.parent,
      label: chip(FILTER_MESSAGES.incident, nameOf("parent")),
      without: { parent: undefined },
    },
    {
      isSet: search.sla,
      label: chip(DUE_MESSAGES.filter, DUE_STATE_LABELS[search.sla ?? "running"]),
      without: { sla: undefined },
    },
    { isSet: search.deleted, label: FILTER_MESSAGES.trash, without: { deleted: undefined } },
  ];
  return all.filter(({ isSet }) => isSet);
}

/** A chip for each tag; a word that nobody gave says so, which is asked of the server where no ticket has it. */
function useTagChips(search: ListSearch, row: TicketRow | undefined) {
  const names = tagsIn(search);
  const unknown = useUnknownTags(row ? [] : names.filter((name) => name !== NO_TAG));
  return names.map((name) => ({
    isSet: true,
    label:
      name === NO_TAG
        ? FILTER_MESSAGES.noTag
        : unknown.includes(name)
          ? FILTER_MESSAGES.unknownTag(name)
          : FILTER_MESSAGES.chip(FILTER_MESSAGES.tag, name),
    without: { tag: names.filter((other) => other !== name).join(",") || undefined },
  }));
}
