import { Plus } from "lucide-react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { usePageTitle } from "../lib/brand.ts";
import { useActor, useUser } from "../lib/session-state.ts";
import { LIST_WORDS } from "../tickets/words.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { PageHead } from "../ui/page.tsx";
import { DASHBOARD_WORDS } from "./words.ts";

/** The head of both dashboards: who is welcome, and the way to a new ticket. */
export function DashboardHead() {
  usePageTitle(DASHBOARD_WORDS.title);
  const { fullname } = useUser();
  const may = mayCreateTicket(useActor());
  return (
    <PageHead
      title={DASHBOARD_WORDS.title}
      subtitle={DASHBOARD_WORDS.welcome(fullname)}
      actions={
        may && (
          <ButtonLink to="/tickets/new" look="primary" icon={<Plus className="i" />} keys={["C"]}>
            {LIST_WORDS.newTicket}
          </ButtonLink>
        )
      }
    />
  );
}
