import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { OutdatedBanner } from "#web/ui/form/outdated-banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { BackLink, PageHead } from "#web/ui/page-head.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { AwayBanner } from "./away-banner.tsx";
import { CareSection } from "./care-section.tsx";
import { type Mailbox, mailboxQuery } from "./data.ts";
import { CheckFoot } from "./form/check-foot.tsx";
import { CheckSteps, noteText } from "./form/check-steps.tsx";
import { useMailboxForm } from "./form/mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./form/messages.ts";
import { OutcomeSection } from "./form/outcome-section.tsx";
import { SendingSection } from "./form/sending-section.tsx";
import { SourceSection } from "./form/source-section.tsx";
import { useCheck } from "./form/use-check.ts";
import { HookSection } from "./hook-section.tsx";
import { MAILBOX_MESSAGES } from "./messages.ts";
import { StateBadge } from "./state-badge.tsx";
import "#web/styles/mail.css";

/** One mailbox: how it is, where its mail comes from, and what becomes of it. */
export function MailboxPage() {
  const { mailboxId } = useParams({ from: "/protected/settings/mail/mailboxes/$mailboxId" });
  const { data, isPending, error, refetch } = useQuery(mailboxQuery(mailboxId));
  usePageTitle(data?.address ?? MAILBOX_MESSAGES.title);
  return (
    <>
      <BackLink to="/settings/mail">{MESSAGES.back}</BackLink>
      {data ? (
        <Loaded key={data.id} mailbox={data} />
      ) : isPending ? (
        <LoadingBlock visible />
      ) : (
        <ErrorState
          title={
            failureMessage(error, MAILBOX_MESSAGES.failedToFetchOne) ?? MAILBOX_MESSAGES.failedToFetchOne
          }
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

function Loaded({ mailbox }: { mailbox: Mailbox }) {
  const check = useCheck(mailbox.version);
  const { form, isOutdated, adopt } = useMailboxForm(mailbox);
  return (
    <>
      <PageHead title={mailbox.address} actions={<StateBadge mailbox={mailbox} />} />
      <div className="stack mailbox-form">
        <AwayBanner mailbox={mailbox} reason={mailbox.last_error && `${noteText(mailbox.last_error)}.`} />
        <OutdatedBanner isOutdated={isOutdated} adopt={adopt} />
        <form className="stack" noValidate onSubmit={form.onSubmit}>
          <SourceSection
            form={check.addTo(form)}
            kept={mailbox}
            checked={check.found && <CheckSteps steps={check.found.steps} plus={mailbox.plus_check} />}
          />
          <OutcomeSection form={form} />
          <SendingSection form={form} kept={mailbox} />
          <CheckFoot
            form={form}
            act={MESSAGES.save}
            checkedAt={check.found?.at ?? null}
            isChecking={check.isChecking}
            blocked={form.isChanged ? MESSAGES.saveFirst : null}
            onCheck={() => check.run({ id: mailbox.id }, form.values)}
          />
        </form>
        {mailbox.kind === "listen" && <HookSection mailbox={mailbox} />}
        <CareSection mailbox={mailbox} forget={form.forget} />
      </div>
      <LeaveGuard form={form} description={MESSAGES.leave} />
    </>
  );
}
