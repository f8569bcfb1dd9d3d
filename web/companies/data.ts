import { api, type BodyOf, type ReplyOf } from "../lib/api.ts";
import { DIRECTORY_PAGE, useDirectory } from "../lib/directory.ts";
import { sortingOf } from "../lib/directory-search.ts";
import { queryClient } from "../lib/queries.ts";
import { told } from "../ui/told.ts";
import type { CompanyColumn, CompanySearch } from "./company-search.ts";
import { COMPANIES_WORDS, COMPANY_ACT_WORDS } from "./words.ts";

export type Company = ReplyOf<"GET /companies">["companies"][number];
export type NewCompany = BodyOf<"POST /companies">;
export type CompanyChange = BodyOf<"PATCH /companies/{company_id}">;

/** The client companies, as searched and sorted. */
export function useCompanyList(search: CompanySearch) {
  return useDirectory<Company, CompanyColumn>({
    key: ["companies", "list", search.search ?? "", search.deleted ?? false],
    fetchPage: async ({ signal, ...ask }) => {
      const { companies, meta } = await api("GET /companies", {
        query: {
          search: search.search,
          deleted: search.deleted && "true",
          page_size: DIRECTORY_PAGE,
          ...ask,
        },
        signal,
        fallback: COMPANIES_WORDS.failedToFetch,
      });
      return { rows: companies, meta };
    },
    sorting: sortingOf(search, "name"),
    usual: { sort: "name", order: "asc" },
    cell: cellOf,
    name: (company) => company.name,
  });
}

export async function createCompany(body: NewCompany, idempotencyKey: string) {
  await told(api("POST /companies", { body, idempotencyKey }), COMPANY_ACT_WORDS.created);
  void refreshCompanies();
}

export async function changeCompany(id: string, body: CompanyChange) {
  await told(
    api("PATCH /companies/{company_id}", { params: { company_id: id }, body }),
    COMPANY_ACT_WORDS.changed,
  );
  void refreshCompanies();
}

export async function deleteCompany(id: string) {
  await told(
    api("DELETE /companies/{company_id}", { params: { company_id: id } }),
    COMPANY_ACT_WORDS.deleted,
  );
  void refreshCompanies();
}

export async function restoreCompany(id: string) {
  await told(
    api("POST /companies/{company_id}/restore", { params: { company_id: id } }),
    COMPANY_ACT_WORDS.restored,
  );
  void refreshCompanies();
}

/** The name and the state of a company stand beside its people as well. */
async function refreshCompanies(): Promise<void> {
  await Promise.all(
    ["companies", "users"].map((room) => queryClient.invalidateQueries({ queryKey: [room] })),
  );
}

function cellOf(company: Company, column: CompanyColumn): string | number | null {
  switch (column) {
    case "contact":
      return company.contact_email ?? company.contact_phone;
    case "is_active":
      return company.is_active ? COMPANIES_WORDS.active : COMPANIES_WORDS.inactive;
    case "created_at":
      return Date.parse(company.created_at);
    default:
      return company[column];
  }
}
