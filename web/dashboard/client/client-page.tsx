import { useQuery } from "@tanstack/react-query";
import { hasRole } from "#contract/access/actor.ts";
import { mayReadOwnReport } from "#contract/access/sla.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { ClientTickets, ClientTicketsFailure } from "./client-tickets.tsx";
import { CompanyCard, CompanyFailure } from "./company-card.tsx";
import { clientTicketsQuery, companyQuery } from "../data.ts";
import { DashboardHead } from "../dashboard-head.tsx";
import { SummaryCards } from "../summary-cards.tsx";

/** Last on the page: nothing stands below it that would move. */
const ownMonth = lazyPart(
  () => import("#web/sla/figures/own-month.tsx"),
  (module) => module.OwnMonth,
  { isOptional: true },
);

/** Asks for what is not here yet of what the page shows first. */
export async function fetchData(): Promise<void> {
  await queryClient.ensureQueryData(clientTicketsQuery);
}

/** The dashboard of external people: their company for client admins, their numbers, their newest tickets. */
export function ClientPage() {
  const actor = useActor();
  const tickets = useQuery(clientTicketsQuery);
  const companyId = hasRole(actor, "client_admin") ? actor.company_id : null;
  const company = useQuery({ ...companyQuery(companyId ?? ""), enabled: companyId !== null });
  // Both or neither, so that nothing moves when the later one arrives.
  if (tickets.isPending || company.isLoading) {
    return (
      <>
        <DashboardHead />
        <LoadingBlock />
      </>
    );
  }
  return (
    <>
      <DashboardHead />
      {company.data && <CompanyCard company={company.data} />}
      {company.isError && !company.data && (
        <CompanyFailure
          error={company.error}
          isRetrying={company.isFetching}
          onRetry={() => void company.refetch()}
        />
      )}
      {tickets.data ? (
        <>
          <SummaryCards meta={tickets.data.meta} />
          <ClientTickets rows={tickets.data.items} />
          {mayReadOwnReport(actor, { shown_to_clients: hasDueTimes() }) && <ownMonth.Part />}
        </>
      ) : (
        <ClientTicketsFailure error={tickets.error} onRetry={() => void tickets.refetch()} />
      )}
    </>
  );
}
