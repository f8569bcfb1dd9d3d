import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { policiesQuery } from "#web/sla/agreed/data.ts";
import { OpenTickets } from "#web/sla/preview/open-tickets.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { LevelForm } from "./level-form.tsx";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";
import { useNewLevelForm } from "./use-level-form.ts";
import "#web/styles/service-levels.css";

/** The form of a service level that is not there yet. */
export function NewLevelPage() {
  usePageTitle(MESSAGES.new);
  const policies = useQuery(policiesQuery);
  return (
    <>
      <BackLink to="/settings/service-levels">{MESSAGES.title}</BackLink>
      {policies.data ? (
        <NewLevel isFirst={!policies.data.some(({ is_default }) => is_default)} />
      ) : policies.isPending ? (
        <LoadingBlock label={MESSAGES.loading} visible />
      ) : (
        <ErrorState
          title={failureMessage(policies.error, MESSAGES.failedToLoad) ?? MESSAGES.failedToLoad}
          onRetry={() => void policies.refetch()}
        />
      )}
    </>
  );
}

function NewLevel({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate();
  const { form, applying, draft } = useNewLevelForm(isFirst, () =>
    navigate({ to: "/settings/service-levels" }),
  );
  return (
    <LevelForm
      form={form}
      isNew
      head={{ title: MESSAGES.new, caption: MESSAGES.caption }}
      onCancel={() => {
        form.forget();
        void navigate({ to: "/settings/service-levels" });
      }}
    >
      {draft && <OpenTickets draft={draft} applying={applying} />}
    </LevelForm>
  );
}
