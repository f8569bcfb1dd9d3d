import { Plus } from "lucide-react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { DASHBOARD_MESSAGES } from "./messages.ts";

/** The head of both dashboards, with the greeting and the link to a new ticket. */
export function DashboardHead() {
  usePageTitle(DASHBOARD_MESSAGES.title);
  const { fullname } = useUser();
  const may = mayCreateTicket(useActor());
  return (
    <PageHead
      title={DASHBOARD_MESSAGES.title}
      subtitle={DASHBOARD_MESSAGES.welcome(fullname)}
      actions={
        may && (
          <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="icon" />} keys={["C"]}>
            {LIST_MESSAGES.newTicket}
          </ButtonLink>
        )
      }
    />
  );
}
