import { X } from "lucide-react";
import { mayExportTickets } from "#contract/access/tickets.ts";
import { maySeeViews } from "#contract/access/views.ts";
import { PRIORITY_LABELS, STATUS_LABELS } from "#contract/labels.ts";
import { FILTER_STATUSES, OTHER_FILTER_STATUSES, PRIORITIES } from "#contract/statuses.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { api } from "#web/lib/api/api-client.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportButton } from "#web/ui/export-button.tsx";
import { PriorityGlyph } from "#web/ui/priority-badge.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { type Option, Select } from "#web/ui/form/select.tsx";
import { StatusGlyph } from "#web/ui/status-badge.tsx";
import type { OpenView } from "#web/views/open-view.ts";
import { viewBar } from "#web/views/parts.ts";
import { queryOf, type TicketRow } from "../data.ts";
import { isDueShown } from "../due-shown.ts";
import {
  changeSearch,
  countMoreFilters,
  hasFilter,
  type ListSearch,
  withoutFilters,
} from "../list-search-params.ts";
import { MoreFilters } from "../filters/more-filters.tsx";
import { BULK_MESSAGES, LIST_MESSAGES } from "../messages.ts";

const filterChips = lazyPart(
  () => import("../filters/filter-chips.tsx"),
  (module) => module.FilterChips,
  { isOptional: true },
);

type Props = {
  search: ListSearch;
  /** Any row of the list: it knows the names of what is filtered by. */
  firstRow: TicketRow | undefined;
  total: number | undefined;
  onChange: (search: ListSearch) => void;
  onOpenView: (open: OpenView) => void;
};

/** Search, the filters of status and priority, the others behind one control, and what is in force. */
export function ListToolbar({ search, firstRow, total, onChange, onOpenView }: Props) {
  const change = (part: ListSearch) => onChange(changeSearch(search, part));
  const actor = useActor();
  return (
    <>
      <div className="toolbar list-toolbar">
        <SearchBox
          label={LIST_MESSAGES.search}
          value={search.search ?? ""}
          onSearch={(term) => change({ search: term.trim() || undefined })}
          isOfPage
        />
        <StatusFilter search={search} onChange={change} />
        <PriorityFilter search={search} onChange={change} />
        <MoreFilters search={search} firstRow={firstRow} onChange={change} />
        {hasFilter(search) && search.view === undefined && (
          <Button look="ghost" icon={<X className="icon" />} onClick={() => onChange(withoutFilters(search))}>
            {LIST_MESSAGES.clear}
          </Button>
        )}
        {maySeeViews(actor) && (
          <viewBar.Part
            fallback={<div className="flex-row view-bar" />}
            search={search}
            columnNames={LIST_MESSAGES.columns}
            withDue={isDueShown(firstRow)}
            onChange={(next) => onChange(changeSearch({}, next))}
            onOpen={onOpenView}
          />
        )}
        {mayExportTickets(actor) && (
          <ExportButton
            name="tickets"
            words={BULK_MESSAGES.export}
            disabled={total === 0}
            fetchCsv={(signal) => api("GET /tickets/export", { query: queryOf(search), signal })}
          />
        )}
      </div>
      {countMoreFilters(search) > 0 && (
        <filterChips.Part search={search} firstRow={firstRow} onChange={change} />
      )}
    </>
  );
}

type FilterProps = { search: ListSearch; onChange: (part: ListSearch) => void };

/** Exactly the options of rule 242; what they leave out is set elsewhere, and shown here while it is in force. */
function StatusFilter({ search: { status }, onChange }: FilterProps) {
  const offered = [...FILTER_STATUSES, ...OTHER_FILTER_STATUSES.filter((other) => other === status)];
  return (
    <Select
      size="small"
      label={LIST_MESSAGES.status}
      value={status ?? "all"}
      isSet={status !== undefined}
      options={[
        { value: "all", label: LIST_MESSAGES.allStatuses },
        ...offered.map((one) => ({
          value: one,
          label: STATUS_LABELS[one],
          icon: <StatusGlyph status={one} />,
        })),
      ]}
      onChange={(value) => onChange({ status: value === "all" ? undefined : value })}
    />
  );
}

function PriorityFilter({ search: { priority }, onChange }: FilterProps) {
  return (
    <Select
      size="small"
      label={LIST_MESSAGES.priority}
      value={priority ?? "all"}
      isSet={priority !== undefined}
      options={PRIORITY_OPTIONS}
      onChange={(value) => onChange({ priority: value === "all" ? undefined : value })}
    />
  );
}

const PRIORITY_OPTIONS: Option<"all" | (typeof PRIORITIES)[number]>[] = [
  { value: "all", label: LIST_MESSAGES.allPriorities },
  ...PRIORITIES.map((one) => ({
    value: one,
    label: PRIORITY_LABELS[one],
    icon: <PriorityGlyph priority={one} />,
  })),
];
