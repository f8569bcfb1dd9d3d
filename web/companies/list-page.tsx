import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { mayCreateCompany, maySeeDeletedCompanies } from "#contract/access/companies.ts";
import { currentOf } from "#web/lib/list/current-of.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { sortingOf, withSorting } from "#web/lib/directory/directory-search-params.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/card.tsx";
import { ExportButton } from "#web/ui/export-button.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { DeleteCompany, EditCompanyDialog, NewCompanyDialog, RestoreCompany } from "./company-dialogs.tsx";
import type { CompanySearch } from "./company-search-params.ts";
import { CompanyTable } from "./company-table.tsx";
import { type Company, fetchCompaniesCsv, useCompanyList } from "./data.ts";
import { COMPANIES_MESSAGES } from "./messages.ts";

type OpenDialog = { kind: "new" } | { kind: "edit" | "delete" | "restore"; company: Company };

/** The directory of client companies, which administrators edit. */
export function ListPage() {
  usePageTitle(COMPANIES_MESSAGES.title);
  const actor = useActor();
  const search = useSearch({ from: "/protected/companies" });
  const navigate = useNavigate();
  const companies = useCompanyList(search);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);

  const show = (next: CompanySearch) => void navigate({ to: "/companies", search: next, replace: true });
  const { search: _, ...unsearched } = search;
  const { deleted: __, ...present } = search;
  return (
    <>
      <PageHead
        title={COMPANIES_MESSAGES.title}
        count={companies.total}
        actions={
          mayCreateCompany(actor) && (
            <Button
              look="primary"
              icon={<Plus className="icon" />}
              onClick={() => setDialog({ kind: "new" })}
            >
              {COMPANIES_MESSAGES.new}
            </Button>
          )
        }
      />
      <div className="toolbar">
        <SearchBox
          label={COMPANIES_MESSAGES.search}
          value={search.search ?? ""}
          onSearch={(term) => show(term ? { ...search, search: term } : unsearched)}
          isOfPage
        />
        {maySeeDeletedCompanies(actor) && (
          <Select<"present" | "deleted">
            size="small"
            label={COMPANIES_MESSAGES.shown}
            value={search.deleted ? "deleted" : "present"}
            isSet={search.deleted}
            options={[
              { value: "present", label: COMPANIES_MESSAGES.present },
              { value: "deleted", label: COMPANIES_MESSAGES.trash },
            ]}
            onChange={(shown) => show(shown === "deleted" ? { ...present, deleted: true } : present)}
          />
        )}
        <ExportButton name="companies" fetchCsv={(signal) => fetchCompaniesCsv(search, signal)} />
      </div>
      <Card>
        <CompanyTable
          companies={companies}
          sorting={sortingOf(search, "name")}
          onSort={(next) => show({ ...withSorting(search, next, "name"), deleted: search.deleted })}
          actions={{
            edit: (company) => setDialog({ kind: "edit", company }),
            remove: (company) => setDialog({ kind: "delete", company }),
            restore: (company) => setDialog({ kind: "restore", company }),
          }}
          empty={<CompaniesEmpty search={search} onClear={() => show(unsearched)} />}
        />
      </Card>
      {dialog && <Dialogs companies={companies.rows} dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function CompaniesEmpty({ search, onClear }: { search: CompanySearch; onClear: () => void }) {
  const hint = search.deleted ? COMPANIES_MESSAGES.emptyDeleted : COMPANIES_MESSAGES.emptyStart;
  return (
    <EmptyState
      title={COMPANIES_MESSAGES.empty}
      actions={search.search && <Button onClick={onClear}>{COMPANIES_MESSAGES.clearSearch}</Button>}
    >
      <p>{search.search ? COMPANIES_MESSAGES.emptyHint : hint}</p>
    </EmptyState>
  );
}

type DialogsProps = {
  /** As the list shows them now. */
  companies: readonly Company[];
  dialog: OpenDialog;
  onClose: () => void;
};

function Dialogs({ companies, dialog, onClose }: DialogsProps) {
  switch (dialog.kind) {
    case "new":
      return <NewCompanyDialog onClose={onClose} />;
    case "edit":
      return <EditCompanyDialog company={currentOf(companies, dialog.company)} onClose={onClose} />;
    case "delete":
      return <DeleteCompany company={dialog.company} onClose={onClose} />;
    default:
      return <RestoreCompany company={dialog.company} onClose={onClose} />;
  }
}
