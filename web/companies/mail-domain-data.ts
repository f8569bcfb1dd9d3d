import { queryOptions, useMutation } from "@tanstack/react-query";
import { companyKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { MAIL_DOMAINS_MESSAGES as MESSAGES } from "./messages.ts";

export const domainsQuery = (company_id: string) =>
  queryOptions({
    queryKey: companyKeys.domains(company_id),
    queryFn: ({ signal }) =>
      api("GET /companies/{company_id}/domains", {
        params: { company_id },
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
  });

/** The form says itself why it failed. */
export async function addDomain(company_id: string, domain: string): Promise<void> {
  await api("POST /companies/{company_id}/domains", { params: { company_id }, body: { domain } });
  await refreshDomains(company_id);
}

export async function removeDomain(company_id: string, domain: string): Promise<void> {
  await api("DELETE /companies/{company_id}/domains/{domain}", { params: { company_id, domain } });
  await refreshDomains(company_id);
}

export function useChangeDomain(company_id: string) {
  return useMutation({
    mutationFn: ({ domain, auto_contact }: { domain: string; auto_contact: boolean }) =>
      toastOutcome(
        api("PATCH /companies/{company_id}/domains/{domain}", {
          params: { company_id, domain },
          body: { auto_contact },
        }),
        { failed: MESSAGES.failed },
      ),
    onSettled: () => refreshDomains(company_id),
  });
}

function refreshDomains(company_id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: companyKeys.domains(company_id) });
}
