import { hasPermission, isExternal } from "#contract/access/actor.ts";
import { maySeeTags } from "#contract/access/tags.ts";
import { mayAssignTicket, mayFollowUp, mayRestoreTicket } from "#contract/access/tickets.ts";
import { OTHER_FILTER_STATUSES } from "#contract/statuses.ts";
import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { TeamPicker } from "#web/groups/team-picker.tsx";
import { useActor } from "#web/lib/api/session-state.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { PopoverWindow } from "#web/ui/overlay/popover-window.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { statusLabel } from "#web/ui/status-badge.tsx";
import { ClientPicker } from "#web/users/client-picker.tsx";
import { DUE_MESSAGES } from "#web/sla/due-messages.ts";
import { isDueShown } from "../due-shown.ts";
import { DueFilter } from "./due-filter.tsx";
import { FollowUpFilter } from "./follow-up-filter.tsx";
import { AssigneeFilter } from "./assignee-filter.tsx";
import { TagFilter } from "./tag-filter.tsx";
import type { TicketRow } from "../data.ts";
import { useFilterName } from "./filter-names.ts";
import { type ListSearch, orderInForce, type Sort, sortedBy, SORTS } from "../list-search-params.ts";
import { LIST_MESSAGES } from "../messages.ts";
import { FILTER_MESSAGES } from "./messages.ts";

export type MoreFiltersProps = {
  search: ListSearch;
  firstRow: TicketRow | undefined;
  onChange: (part: ListSearch) => void;
};
type WindowProps = { open: boolean; anchor: HTMLElement; onClose: () => void };

/** The filters beyond status and priority, each only for those who may use it. */
export function FiltersWindow({ open, anchor, onClose, ...rest }: MoreFiltersProps & WindowProps) {
  return (
    <PopoverWindow
      open={open}
      anchor={anchor}
      label={FILTER_MESSAGES.more}
      className="more-filters"
      onClose={onClose}
    >
      <Filters {...rest} />
    </PopoverWindow>
  );
}

function Filters({ search, firstRow, onChange }: MoreFiltersProps) {
  const actor = useActor();
  const nameOf = useFilterName(search, firstRow);
  const withDue = isDueShown(firstRow);
  const picked = (kind: "client_id" | "company_id" | "group_id") => {
    const id = search[kind];
    return id ? { id, name: nameOf(kind), fullname: nameOf(kind) } : null;
  };
  return (
    <>
      {mayAssignTicket(actor) && (
        <Field label={FILTER_MESSAGES.assignee}>
          <AssigneeFilter search={search} name={nameOf("assignee_id")} onChange={onChange} />
        </Field>
      )}
      {hasPermission(actor, "clients.read") && (
        <Field label={FILTER_MESSAGES.client}>
          <ClientPicker
            value={picked("client_id")}
            onChange={(client) => onChange({ client_id: client?.id })}
            empty={{ label: FILTER_MESSAGES.anyClient }}
          />
        </Field>
      )}
      {hasPermission(actor, "companies.read") && (
        <Field label={FILTER_MESSAGES.company}>
          <CompanyPicker
            value={picked("company_id")}
            onChange={(company) => onChange({ company_id: company?.id })}
            empty={{ label: FILTER_MESSAGES.anyCompany }}
          />
        </Field>
      )}
      {hasPermission(actor, "teams.read") && (
        <Field label={FILTER_MESSAGES.team}>
          <TeamPicker
            value={picked("group_id")}
            onChange={(team) => onChange({ group_id: team?.id })}
            empty={{ label: FILTER_MESSAGES.anyTeam }}
          />
        </Field>
      )}
      {maySeeTags(actor) && (
        <Field label={FILTER_MESSAGES.tags}>
          <TagFilter search={search} onChange={onChange} />
        </Field>
      )}
      {mayFollowUp(actor) && (
        <Field label={FILTER_MESSAGES.followUp}>
          <FollowUpFilter search={search} onChange={onChange} />
        </Field>
      )}
      {withDue && (
        <Field label={DUE_MESSAGES.filter}>
          <DueFilter search={search} onChange={onChange} />
        </Field>
      )}
      <SortField search={search} withDue={withDue} onChange={onChange} />
      <div className="switches">
        {isExternal(actor) && (
          <Switch
            label={FILTER_MESSAGES.raisedByMe}
            checked={search.mine === true}
            onChange={(event) => onChange({ mine: event.target.checked || undefined })}
          />
        )}
        <Switch
          label={FILTER_MESSAGES.active}
          checked={search.active === true}
          onChange={(event) => onChange({ active: event.target.checked || undefined })}
        />
        <Switch
          label={LIST_MESSAGES.unread}
          checked={search.unread === true}
          onChange={(event) => onChange({ unread: event.target.checked || undefined })}
        />
        {OTHER_FILTER_STATUSES.map((status) => (
          <Switch
            key={status}
            label={statusLabel(status)}
            checked={search.status === status}
            onChange={(event) => onChange({ status: event.target.checked ? status : undefined })}
          />
        ))}
        {mayRestoreTicket(actor) && (
          <Switch
            label={FILTER_MESSAGES.trash}
            checked={search.deleted === true}
            onChange={(event) => onChange({ deleted: event.target.checked || undefined })}
          />
        )}
      </div>
    </>
  );
}

/** A select of the order, for narrow windows: a list of cards has no column heads. */
function SortField({
  search,
  withDue,
  onChange,
}: Pick<MoreFiltersProps, "search" | "onChange"> & { withDue: boolean }) {
  const sorts = SORTS.filter((sort) => withDue || sort !== "due");
  return (
    <div className="narrow-only">
      <Field label={FILTER_MESSAGES.sort}>
        <Select<Sort>
          value={orderInForce(search).sort}
          options={sorts.map((sort) => ({ value: sort, label: LIST_MESSAGES.columns[sort] }))}
          onChange={(sort) => {
            const { sort: by, order } = sortedBy(search, sort);
            onChange({ sort: by, order });
          }}
        />
      </Field>
    </div>
  );
}
