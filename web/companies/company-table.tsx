import { Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { mayDeleteCompany } from "#contract/access/companies.ts";
import { countText } from "#web/lib/format.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import type { Sorting } from "#web/lib/directory/sort-rows.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { type Column, DirectoryTable } from "#web/ui/table/directory-table.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type RowAction, RowActions } from "#web/ui/table/row-actions.tsx";
import { Badge } from "#web/ui/badge.tsx";
import type { CompanyColumn } from "./company-search-params.ts";
import type { Company, useCompanyList } from "./data.ts";
import { COMPANIES_MESSAGES } from "./messages.ts";

export type CompanyRowActions = Record<"edit" | "remove" | "restore", (company: Company) => void>;

type Props = {
  companies: ReturnType<typeof useCompanyList>;
  sorting: Sorting<CompanyColumn>;
  onSort: (sorting: Sorting<CompanyColumn>) => void;
  actions: CompanyRowActions;
  empty: ReactNode;
};

export function CompanyTable({ companies, sorting, onSort, actions, empty }: Props) {
  const mayAct = mayDeleteCompany(useActor());
  return (
    <DirectoryTable
      label={COMPANIES_MESSAGES.title}
      columns={mayAct ? [...COLUMNS, actionsColumn(actions)] : COLUMNS}
      {...companies}
      sorting={sorting}
      onSort={onSort}
      isDeleted={(company) => company.deleted_at !== null}
      rowHeight="3rem"
      messages={{ loading: COMPANIES_MESSAGES.loading, failed: COMPANIES_MESSAGES.failedToFetch }}
      empty={empty}
    />
  );
}

const { columns: labels } = COMPANIES_MESSAGES;

const COLUMNS: readonly Column<Company, CompanyColumn>[] = [
  {
    id: "name",
    label: labels.name,
    width: "min(13.75rem, 19.4cqw)",
    cell: (company) => <NameCell company={company} />,
  },
  {
    id: "description",
    label: labels.description,
    place: "column-below",
    title: (company) => company.description ?? undefined,
    cell: (company) => company.description ?? "-",
  },
  {
    id: "contact",
    label: labels.contact,
    width: "min(13.75rem, 19.4cqw)",
    place: "column-below",
    cell: (company) => <ContactCell company={company} />,
  },
  {
    id: "user_count",
    label: labels.user_count,
    width: "min(5rem, 7cqw)",
    isRight: true,
    place: "column-wide-only",
    cell: (company) => countText(company.user_count),
  },
  {
    id: "group_count",
    label: labels.group_count,
    width: "min(5.25rem, 7.6cqw)",
    isRight: true,
    place: "column-wide-only",
    cell: (company) => countText(company.group_count),
  },
  {
    id: "is_active",
    label: labels.is_active,
    width: "6.5rem",
    place: "column-status",
    cell: (company) => <StatusCell company={company} />,
  },
  {
    id: "created_at",
    label: labels.created_at,
    width: "7rem",
    place: "column-wide-only",
    cell: (company) => <RelativeTime at={company.created_at} form="ever" />,
  },
];

function actionsColumn(actions: CompanyRowActions): Column<Company, CompanyColumn> {
  return {
    id: "actions",
    label: labels.actions,
    width: "5.75rem",
    isRight: true,
    place: "column-actions",
    cell: (company) => (
      <RowActions
        label={COMPANIES_MESSAGES.actionsFor(company.name)}
        actions={rowActions(company, actions)}
      />
    ),
  };
}

function rowActions(company: Company, actions: CompanyRowActions): RowAction[] {
  if (company.deleted_at) {
    return [
      {
        label: COMPANIES_MESSAGES.restore,
        name: COMPANIES_MESSAGES.restoreOf(company.name),
        icon: <RotateCcw className="icon" />,
        onSelect: () => actions.restore(company),
      },
    ];
  }
  return [
    {
      label: COMPANIES_MESSAGES.edit,
      name: COMPANIES_MESSAGES.editOf(company.name),
      icon: <Pencil className="icon" />,
      onSelect: () => actions.edit(company),
    },
    {
      label: COMPANIES_MESSAGES.delete,
      name: COMPANIES_MESSAGES.deleteOf(company.name),
      icon: <Trash2 className="icon" />,
      danger: true,
      onSelect: () => actions.remove(company),
    },
  ];
}

function NameCell({ company }: { company: Company }) {
  return (
    <span className="person">
      <Avatar name={company.name} square />
      <span className="strong truncate" title={company.name}>
        {company.name}
      </span>
    </span>
  );
}

/** E-mail first, the phone beneath (rule 140). */
function ContactCell({ company: { contact_email, contact_phone } }: { company: Company }) {
  if (!contact_email && !contact_phone) return "-";
  return (
    <span className="flex-column lines">
      {contact_email && (
        <span className="truncate" title={contact_email}>
          {contact_email}
        </span>
      )}
      {contact_phone && (
        <span className={contact_email ? "truncate numeric text-tiny subtle" : "truncate numeric"}>
          {contact_phone}
        </span>
      )}
    </span>
  );
}

function StatusCell({ company }: { company: Company }) {
  if (company.deleted_at) {
    return (
      <Badge tone="danger" dot>
        {COMPANIES_MESSAGES.deleted}
      </Badge>
    );
  }
  return company.is_active ? (
    <Badge tone="success" dot>
      {COMPANIES_MESSAGES.active}
    </Badge>
  ) : (
    <Badge dot>{COMPANIES_MESSAGES.inactive}</Badge>
  );
}
