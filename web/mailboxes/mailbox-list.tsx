import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Mail, Plus, Server } from "lucide-react";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AwayBanners } from "./away-banner.tsx";
import { type MailboxSummary, mailboxesQuery } from "./data.ts";
import { MAILBOX_MESSAGES as MESSAGES } from "./messages.ts";
import { StateBadge } from "./state-badge.tsx";

/** The addresses that clients write to, each with its state. */
export function MailboxList() {
  const list = useQuery(mailboxesQuery);
  return (
    <>
      <AwayBanners mailboxes={list.data?.items ?? []} />
      <section className="card" aria-labelledby="mailboxes-title">
        <div className="section-head">
          <div className="grow">
            <h2 id="mailboxes-title">{MESSAGES.title}</h2>
            <p>{MESSAGES.caption}</p>
          </div>
          <ButtonLink
            to="/settings/mail/mailboxes/new"
            look="primary"
            size="small"
            icon={<Plus className="icon" />}
          >
            {MESSAGES.add}
          </ButtonLink>
        </div>
        <Rows list={list} />
      </section>
    </>
  );
}

function Rows({
  list: { data, error, isError, refetch },
}: {
  list: ReturnType<typeof useQuery<{ items: MailboxSummary[] }>>;
}) {
  if (isError) {
    const title = failureMessage(error, MESSAGES.failedToFetch) ?? MESSAGES.failedToFetch;
    return <ErrorState title={title} onRetry={() => void refetch()} />;
  }
  if (data?.items.length === 0)
    return (
      <EmptyState small title={MESSAGES.empty}>
        <p>{MESSAGES.emptyHint}</p>
      </EmptyState>
    );
  return (
    <ul className="mailbox-list">
      {data ? data.items.map((mailbox) => <Row key={mailbox.id} mailbox={mailbox} />) : <SkeletonRows />}
    </ul>
  );
}

function Row({ mailbox }: { mailbox: MailboxSummary }) {
  const { id, address, kind, group_name, company_name, last_mail_at, is_default } = mailbox;
  const facts = [
    MESSAGES.kinds[kind],
    group_name && MESSAGES.team(group_name),
    company_name && MESSAGES.only(company_name),
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <li className="mailbox-row">
      {kind === "listen" ? <Server className="icon" /> : <Mail className="icon" />}
      <div>
        <p className="flex-row">
          <span className="weight-medium truncate" title={address}>
            {address}
          </span>
          {is_default && <Badge>{MESSAGES.default}</Badge>}
        </p>
        <p className="text-tiny muted">
          {facts.join(" · ")} ·{" "}
          {last_mail_at ? (
            <>
              {MESSAGES.lastMail} <RelativeTime at={last_mail_at} form="long" />
            </>
          ) : (
            MESSAGES.noMail
          )}
        </p>
      </div>
      <span className="mailbox-state">
        <StateBadge mailbox={mailbox} />
      </span>
      <Link
        to="/settings/mail/mailboxes/$mailboxId"
        params={{ mailboxId: id }}
        className="icon-button mailbox-link"
        aria-label={MESSAGES.edit(address)}
      >
        <ChevronRight className="icon" />
      </Link>
    </li>
  );
}

function SkeletonRows() {
  return ["14rem", "11rem"].map((width) => (
    <li key={width} className="mailbox-row">
      <Skeleton width="1rem" height="1rem" />
      <div>
        <Skeleton width={width} height="1rem" />
        <Skeleton width="9rem" height="0.75rem" />
      </div>
    </li>
  ));
}
