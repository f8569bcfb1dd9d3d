import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { mayManageSla } from "#contract/access/sla.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { ArchiveButton } from "#web/settings/saved-form/archive-button.tsx";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { useResumedApplying } from "#web/sla/preview/data.ts";
import { OpenTickets } from "#web/sla/preview/open-tickets.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { BackLink } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { type Level, levelQuery, useArchiveLevel } from "./data.ts";
import { LevelForm } from "./level-form.tsx";
import { LevelVersions } from "./level-versions.tsx";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";
import { captionOf, ShownLevel } from "./shown-level.tsx";
import { useLevelForm } from "./use-level-form.ts";
import "#web/styles/service-levels.css";

/** One service level: its form, or to be read by those who may not change it. */
export function LevelPage() {
  useResumedApplying();
  const { policyId } = useParams({ from: "/protected/settings/service-levels/$policyId" });
  const mayManage = mayManageSla(useActor());
  const { version = null } = useSearch({ from: "/protected/settings/service-levels/$policyId" });
  const { data, isPending, error, refetch } = useQuery(levelQuery(policyId, version));
  const isFormer = version !== null && version !== data?.version;
  usePageTitle(data?.name ?? MESSAGES.title);
  return (
    <>
      <BackLink to="/settings/service-levels">{MESSAGES.title}</BackLink>
      {data ? (
        mayManage && !isFormer && data.archived_at === null ? (
          <EditedLevel key={data.id} level={data} />
        ) : (
          <ShownLevel level={data} version={version ?? data.version} />
        )
      ) : isPending ? (
        <LoadingBlock label={MESSAGES.loading} visible />
      ) : (
        <ErrorState
          title={failureMessage(error, MESSAGES.failedToLoadOne) ?? MESSAGES.failedToLoadOne}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

function EditedLevel({ level }: { level: Level }) {
  const { form, applying, draft, isOutdated, adopt, reset } = useLevelForm(level);
  const navigate = useNavigate();
  const archiving = useArchiveLevel(level.id);
  return (
    <>
      <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
      <LevelForm
        form={form}
        isNew={false}
        head={{
          title: level.name,
          caption: captionOf(level, level.version),
          actions: (
            <>
              <LevelVersions level={level} />
              <ArchiveButton
                name={level.name}
                title={MESSAGES.archiveTitle}
                act={MESSAGES.archiveAct}
                archive={archiving.mutateAsync}
                onArchived={() => {
                  form.forget();
                  void navigate({ to: "/settings/service-levels", replace: true });
                }}
              />
            </>
          ),
        }}
        onCancel={reset}
      >
        {draft && <OpenTickets draft={draft} applying={applying} />}
      </LevelForm>
    </>
  );
}
