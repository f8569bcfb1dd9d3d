import { useNavigate } from "@tanstack/react-router";
import { usePageTitle } from "#web/lib/public-config.ts";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { BackLink, PageHead } from "#web/ui/page-head.tsx";
import { CheckFoot } from "./form/check-foot.tsx";
import { CheckSteps } from "./form/check-steps.tsx";
import { useNewMailboxForm } from "./form/mailbox-form.ts";
import { bodyOf } from "./form/mailbox-values.ts";
import { FORM_MESSAGES as MESSAGES } from "./form/messages.ts";
import { OutcomeSection } from "./form/outcome-section.tsx";
import { SendingSection } from "./form/sending-section.tsx";
import { SourceSection } from "./form/source-section.tsx";
import { useCheck } from "./form/use-check.ts";
import "#web/styles/mail.css";

/** The form of a mailbox that is not there yet; it can be tried before it is saved. */
export function NewMailboxPage() {
  usePageTitle(MESSAGES.newTitle);
  const navigate = useNavigate();
  const check = useCheck();
  const form = useNewMailboxForm(({ id }) =>
    navigate({ to: "/settings/mail/mailboxes/$mailboxId", params: { mailboxId: id }, replace: true }),
  );
  return (
    <>
      <BackLink to="/settings/mail">{MESSAGES.back}</BackLink>
      <PageHead title={MESSAGES.newTitle} />
      <form className="stack mailbox-form" noValidate onSubmit={form.onSubmit}>
        <SourceSection
          form={check.addTo(form)}
          kept={null}
          checked={check.found && <CheckSteps steps={check.found.steps} plus={null} />}
        />
        <OutcomeSection form={form} />
        <SendingSection form={form} kept={null} />
        <CheckFoot
          form={form}
          act={MESSAGES.create}
          checkedAt={check.found?.at ?? null}
          isChecking={check.isChecking}
          blocked={null}
          onCheck={() => check.run({ body: bodyOf(form.values) }, form.values)}
        />
      </form>
      <LeaveGuard form={form} description={MESSAGES.leave} />
    </>
  );
}
