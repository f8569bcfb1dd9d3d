import { Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { mayDeleteCompany } from "#contract/access/companies.ts";
import { countText } from "../lib/format.ts";
import { useActor } from "../lib/session-state.ts";
import type { Sorting } from "../lib/sorting.ts";
import { Avatar } from "../ui/avatar.tsx";
import { type Column, Directory } from "../ui/directory.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { type RowAct, RowActions } from "../ui/row-actions.tsx";
import { Tag } from "../ui/tag.tsx";
import type { CompanyColumn } from "./company-search.ts";
import type { Company, useCompanyList } from "./data.ts";
import { COMPANIES_WORDS } from "./words.ts";

export type CompanyActs = Record<"edit" | "remove" | "restore", (company: Company) => void>;

type Props = {
  companies: ReturnType<typeof useCompanyList>;
  sorting: Sorting<CompanyColumn>;
  onSort: (sorting: Sorting<CompanyColumn>) => void;
  acts: CompanyActs;
  empty: ReactNode;
};

export function CompanyTable({ companies, sorting, onSort, acts, empty }: Props) {
  const mayAct = mayDeleteCompany(useActor());
  return (
    <Directory
      label={COMPANIES_WORDS.title}
      columns={mayAct ? [...COLUMNS, actionsColumn(acts)] : COLUMNS}
      {...companies}
      sorting={sorting}
      onSort={onSort}
      isDeleted={(company) => company.deleted_at !== null}
      rowHeight="3rem"
      words={{ loading: COMPANIES_WORDS.loading, failed: COMPANIES_WORDS.failedToFetch }}
      empty={empty}
    />
  );
}

const { columns: labels } = COMPANIES_WORDS;

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
    place: "d-sub",
    title: (company) => company.description ?? undefined,
    cell: (company) => company.description ?? "-",
  },
  {
    id: "contact",
    label: labels.contact,
    width: "min(13.75rem, 19.4cqw)",
    place: "d-sub",
    cell: (company) => <ContactCell company={company} />,
  },
  {
    id: "user_count",
    label: labels.user_count,
    width: "min(5rem, 7cqw)",
    isRight: true,
    place: "d-hide",
    cell: (company) => countText(company.user_count),
  },
  {
    id: "group_count",
    label: labels.group_count,
    width: "min(5.25rem, 7.6cqw)",
    isRight: true,
    place: "d-hide",
    cell: (company) => countText(company.group_count),
  },
  {
    id: "is_active",
    label: labels.is_active,
    width: "6.5rem",
    place: "d-st",
    cell: (company) => <StatusCell company={company} />,
  },
  {
    id: "created_at",
    label: labels.created_at,
    width: "7rem",
    place: "d-hide",
    cell: (company) => <RelativeTime at={company.created_at} form="ever" />,
  },
];

function actionsColumn(acts: CompanyActs): Column<Company, CompanyColumn> {
  return {
    id: "actions",
    label: labels.actions,
    width: "5.75rem",
    isRight: true,
    place: "d-act",
    cell: (company) => (
      <RowActions label={COMPANIES_WORDS.actionsFor(company.name)} acts={actsOf(company, acts)} />
    ),
  };
}

function actsOf(company: Company, acts: CompanyActs): RowAct[] {
  if (company.deleted_at) {
    return [
      {
        label: COMPANIES_WORDS.restore,
        name: COMPANIES_WORDS.restoreOf(company.name),
        icon: <RotateCcw className="i" />,
        onSelect: () => acts.restore(company),
      },
    ];
  }
  return [
    {
      label: COMPANIES_WORDS.edit,
      name: COMPANIES_WORDS.editOf(company.name),
      icon: <Pencil className="i" />,
      onSelect: () => acts.edit(company),
    },
    {
      label: COMPANIES_WORDS.delete,
      name: COMPANIES_WORDS.deleteOf(company.name),
      icon: <Trash2 className="i" />,
      danger: true,
      onSelect: () => acts.remove(company),
    },
  ];
}

function NameCell({ company }: { company: Company }) {
  return (
    <span className="person">
      <Avatar name={company.name} square />
      <span className="strong trunc" title={company.name}>
        {company.name}
      </span>
    </span>
  );
}

/** E-mail first, the phone beneath (decision list 140). */
function ContactCell({ company: { contact_email, contact_phone } }: { company: Company }) {
  if (!contact_email && !contact_phone) return "-";
  return (
    <span className="col lines">
      {contact_email && (
        <span className="trunc" title={contact_email}>
          {contact_email}
        </span>
      )}
      {contact_phone && (
        <span className={contact_email ? "trunc num xs subtle" : "trunc num"}>{contact_phone}</span>
      )}
    </span>
  );
}

function StatusCell({ company }: { company: Company }) {
  if (company.deleted_at) {
    return (
      <Tag tone="bad" dot>
        {COMPANIES_WORDS.deleted}
      </Tag>
    );
  }
  return company.is_active ? (
    <Tag tone="ok" dot>
      {COMPANIES_WORDS.active}
    </Tag>
  ) : (
    <Tag dot>{COMPANIES_WORDS.inactive}</Tag>
  );
}
