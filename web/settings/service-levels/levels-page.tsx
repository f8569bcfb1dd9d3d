import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Plus, Timer } from "lucide-react";
import { mayManageSla } from "#contract/access/sla.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { Section } from "#web/settings/section.tsx";
import { AssignmentEditor } from "#web/sla/agreed/assignment-editor.tsx";
import { assignmentsQuery, ORGANIZATION, policiesQuery, type Policy } from "#web/sla/agreed/data.ts";
import { AGREED_MESSAGES } from "#web/sla/agreed/messages.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { useResumedApplying } from "#web/sla/preview/data.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";
import "#web/styles/service-levels.css";

/** The service levels of the desk, and who has which. */
export function LevelsPage() {
  useResumedApplying();
  usePageTitle(MESSAGES.title);
  const list = useQuery(policiesQuery);
  const mayManage = mayManageSla(useActor());
  const isThere = Boolean(list.data?.length);
  return (
    <>
      <Section
        id="service-levels"
        title={MESSAGES.title}
        caption={MESSAGES.caption}
        actions={
          mayManage &&
          isThere && (
            <ButtonLink to="/settings/service-levels/new" look="primary" icon={<Plus className="icon" />}>
              {MESSAGES.new}
            </ButtonLink>
          )
        }
      >
        <Levels list={list} mayManage={mayManage} />
      </Section>
      {isThere && (
        <Section id="usual-level" title={MESSAGES.usualTitle} caption={MESSAGES.usualCaption}>
          <AssignmentEditor scope={ORGANIZATION} mayManage={mayManage} />
        </Section>
      )}
      {isThere && <Companies />}
    </>
  );
}

type LevelsProps = { list: ReturnType<typeof useQuery<Policy[]>>; mayManage: boolean };

function Levels({ list: { data, error, isError, refetch }, mayManage }: LevelsProps) {
  if (isError && !data)
    return (
      <ErrorState
        title={failureMessage(error, MESSAGES.failedToLoad) ?? MESSAGES.failedToLoad}
        onRetry={() => void refetch()}
      />
    );
  if (data?.length === 0)
    return (
      <EmptyState
        title={MESSAGES.empty}
        actions={
          mayManage && (
            <ButtonLink to="/settings/service-levels/new" look="primary">
              {MESSAGES.start}
            </ButtonLink>
          )
        }
      >
        <p>{MESSAGES.emptyHint}</p>
      </EmptyState>
    );
  return (
    <ul className="calendar-list" aria-busy={data === undefined || undefined}>
      {data ? (
        data.map((policy) => <Row key={policy.id} policy={policy} />)
      ) : (
        <li className="calendar-row">
          <Skeleton width="1rem" height="1rem" />
          <span className="grow">
            <Skeleton width="10rem" height="1rem" />
            <Skeleton width="16rem" height="0.75rem" />
          </span>
        </li>
      )}
    </ul>
  );
}

function Row({ policy: { id, name, calendar_name, companies, is_default } }: { policy: Policy }) {
  return (
    <li>
      <Link to="/settings/service-levels/$policyId" params={{ policyId: id }} className="calendar-row">
        <Timer className="icon" />
        <span className="grow">
          <span className="weight-medium">{name}</span>
          <span className="text-tiny muted">{MESSAGES.facts(calendar_name, companies)}</span>
        </span>
        {is_default && <Badge tone="accent">{MESSAGES.isDefault}</Badge>}
        <ChevronRight className="icon" />
      </Link>
    </li>
  );
}

/** Companies with a choice of their own; nothing while there is none. */
function Companies() {
  const { data } = useQuery(assignmentsQuery);
  if (!data || data.companies.length === 0) return null;
  return (
    <Section id="company-levels" title={MESSAGES.companiesTitle} caption={MESSAGES.companiesCaption}>
      <ul className="company-levels">
        {data.companies.map(({ company_id, company_name, policy, calendar }) => (
          <li key={company_id}>
            <Link to="/companies" search={{ search: company_name ?? "" }} className="link">
              {company_name}
            </Link>
            <span className="muted">
              {[policy?.name ?? AGREED_MESSAGES.none, calendar?.name].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
