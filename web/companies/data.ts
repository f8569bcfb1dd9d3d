import { useMutation } from "@tanstack/react-query";
import { companyKeys, userKeys } from "#contract/query-keys.ts";
import { isRefusal } from "#web/lib/api/api-error.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { DIRECTORY_PAGE, useDirectory } from "#web/lib/directory/use-directory.ts";
import { sortingOf } from "#web/lib/directory/directory-search-params.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import type { CompanyColumn, CompanySearch } from "./company-search-params.ts";
import { COMPANIES_MESSAGES, COMPANY_ACT_MESSAGES } from "./messages.ts";

export type Company = ReplyOf<"GET /companies">["companies"][number];
export type NewCompany = BodyOf<"POST /companies">;
export type CompanyChange = BodyOf<"PATCH /companies/{company_id}">;

/** The client companies, as searched and sorted. */
export function useCompanyList(search: CompanySearch) {
  return useDirectory<Company, CompanyColumn>({
    key: companyKeys.list(search.search ?? "", search.deleted ?? false),
    fetchPage: async ({ signal, ...ask }) => {
      const { companies, meta } = await api("GET /companies", {
        query: {
          search: search.search,
          deleted: search.deleted && "true",
          page_size: DIRECTORY_PAGE,
          ...ask,
        },
        signal,
        fallback: COMPANIES_MESSAGES.failedToFetch,
      });
      return { rows: companies, meta };
    },
    sorting: sortingOf(search, "name"),
    usual: { sort: "name", order: "asc" },
    cell: cellOf,
    name: (company) => company.name,
  });
}

/** The companies that the list shows, as CSV. */
export function fetchCompaniesCsv(
  { deleted, ...search }: CompanySearch,
  signal: AbortSignal,
): Promise<string> {
  return api("GET /companies/export", { query: { ...search, deleted: deleted && "true" }, signal });
}

export function useCreateCompany() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<NewCompany>) =>
      toastOutcome(api("POST /companies", { body, idempotencyKey }), COMPANY_ACT_MESSAGES.created),
    onSuccess: () => void refreshCompanies(),
  });
}

export function useChangeCompany(id: string) {
  return useMutation({
    mutationFn: ({ body }: Submission<CompanyChange>) =>
      toastOutcome(
        api("PATCH /companies/{company_id}", { params: { company_id: id }, body }),
        COMPANY_ACT_MESSAGES.changed,
      ),
    onSuccess: () => void refreshCompanies(),
    // What somebody else has saved is shown beside what was typed.
    onError: (error) => void (isRefusal(error, "request.changed_meanwhile") && refreshCompanies()),
  });
}

export function useDeleteCompany() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("DELETE /companies/{company_id}", { params: { company_id: id } }),
        COMPANY_ACT_MESSAGES.deleted,
      ),
    onSuccess: () => void refreshCompanies(),
  });
}

export function useRestoreCompany() {
  return useMutation({
    mutationFn: (id: string) =>
      toastOutcome(
        api("POST /companies/{company_id}/restore", { params: { company_id: id } }),
        COMPANY_ACT_MESSAGES.restored,
      ),
    onSuccess: () => void refreshCompanies(),
  });
}

/** The name and the state of a company stand beside its people as well. */
async function refreshCompanies(): Promise<void> {
  await Promise.all(
    [companyKeys.all(), userKeys.all()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

function cellOf(company: Company, column: CompanyColumn): string | number | null {
  switch (column) {
    case "contact":
      return company.contact_email ?? company.contact_phone;
    case "is_active":
      return company.is_active ? COMPANIES_MESSAGES.active : COMPANIES_MESSAGES.inactive;
    case "created_at":
      return Date.parse(company.created_at);
    default:
      return company[column];
  }
}
