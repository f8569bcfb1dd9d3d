import { useQuery } from "@tanstack/react-query";
import { Link, useSearch, useNavigate } from "@tanstack/react-router";
import { isExternal } from "#contract/access/actor.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePageTitle } from "#web/lib/public-config.ts";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { sendKeys } from "#web/lib/browser/platform.ts";
import { cx } from "#web/ui/class-names.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Card } from "#web/ui/card.tsx";
import { BackLink, PageHead } from "#web/ui/page-head.tsx";
import { AttachButton } from "#web/uploads/attach-button.tsx";
import { useFileDrop } from "#web/uploads/file-drop.ts";
import { UPLOAD_MESSAGES } from "#web/uploads/messages.ts";
import { UploadTray } from "#web/uploads/upload-tray.tsx";
import { useUploads } from "#web/uploads/use-uploads.ts";
import { IssueField, SubjectField } from "../form/form-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import { getLastList } from "../last-shown-list.ts";
import { ticketQuery } from "../ticket-query.ts";
import { ClientSideFields, StaffSideFields } from "./new-side-fields.tsx";
import { useNewTicket } from "./use-new-ticket.ts";

export function NewPage() {
  usePageTitle(FORM_MESSAGES.newTitle);
  const { follow_up_of: followUpOf, subject } = useSearch({ from: "/protected/tickets/new" });
  const isClient = isExternal(useActor());
  return (
    <>
      {isClient ? (
        <BackLink to="/dashboard">{FORM_MESSAGES.backToDashboard}</BackLink>
      ) : (
        <BackLink to="/tickets" search={getLastList()}>
          {FORM_MESSAGES.backToTickets}
        </BackLink>
      )}
      <PageHead
        title={FORM_MESSAGES.newTitle}
        subtitle={followUpOf ? <FollowUpOf ticketId={followUpOf} /> : undefined}
      />
      <NewTicketForm key={`${followUpOf} ${subject}`} followUpOf={followUpOf} subject={subject} />
    </>
  );
}

/** Names the closed ticket that the new one goes on from. */
function FollowUpOf({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(ticketQuery(ticketId));
  if (!data) return null;
  return (
    <>
      {FORM_MESSAGES.followUpOf}{" "}
      <Link className="link" to="/tickets/$ticketId" params={{ ticketId }}>
        {data.uid} {data.subject}
      </Link>
    </>
  );
}

/** The create form in its two variants: staff choose everything, clients say what is wrong (rules 257 and 258). */
function NewTicketForm({ followUpOf, subject = "" }: { followUpOf?: string; subject?: string }) {
  const actor = useActor();
  const uploads = useUploads();
  const drop = useFileDrop(uploads.add);
  const form = useNewTicket({ subject, followUpOf, uploads });
  const { values, change, errors } = form;
  const side = { values, change, errors };
  return (
    // Ctrl/Cmd Enter is pressed in the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      className={cx("ticket-columns creating", drop.isOver && "is-drop-target")}
      onSubmit={form.onSubmit}
      onKeyDown={form.onSendKey}
      {...drop.props}
    >
      <Card foot={<Foot blockedReason={uploads.blockedReason} isBusy={form.isBusy} />}>
        <div className="card-body stack roomy">
          {form.isRestored && <DraftRestored onDiscard={form.discard} />}
          <SubjectField
            isFirst
            value={values.subject}
            error={errors.subject}
            onChange={(subject) => change({ subject })}
          />
          <IssueField
            label={FORM_MESSAGES.issue}
            value={values.issue}
            error={errors.issue}
            onChange={(issue) => change({ issue })}
          />
          <div className="attach-row flex-row">
            <AttachButton onFiles={uploads.add} />
            <AttachHint isOver={drop.isOver} />
          </div>
          <UploadTray uploads={uploads} />
        </div>
      </Card>
      {isExternal(actor) ? <ClientSideFields {...side} /> : <StaffSideFields {...side} />}
      <LeaveGuard form={form} description={FORM_MESSAGES.leaveDraft} />
    </form>
  );
}

/** `blockedReason`: why it cannot be sent yet. */
function Foot({ blockedReason, isBusy }: { blockedReason: string | null; isBusy: boolean }) {
  const actor = useActor();
  const navigate = useNavigate();
  return (
    <>
      {blockedReason === null ? (
        <span className="hint desktop-only flex-row">
          <KeyCaps keys={sendKeys()} /> {FORM_MESSAGES.toCreate}
        </span>
      ) : (
        <span className="hint blocked-reason">{blockedReason}</span>
      )}
      <span className="grow" />
      <FormButtons
        act={FORM_MESSAGES.create}
        busyLabel={FORM_MESSAGES.creating}
        isBusy={isBusy}
        disabled={blockedReason !== null}
        onCancel={() => void navigate({ to: isExternal(actor) ? "/dashboard" : "/tickets" })}
      />
    </>
  );
}

function DraftRestored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="hint flex-row" role="status">
      {FORM_MESSAGES.draftRestored}
      <button type="button" className="link" onClick={onDiscard}>
        {FORM_MESSAGES.discardDraft}
      </button>
    </p>
  );
}

/** A phone has nothing to drag: there it says what the button does. */
function AttachHint({ isOver }: { isOver: boolean }) {
  const isNarrow = useIsNarrow();
  if (isOver) return <span className="hint">{UPLOAD_MESSAGES.dropHere}</span>;
  return <span className="hint">{isNarrow ? UPLOAD_MESSAGES.attach : UPLOAD_MESSAGES.hint}</span>;
}
