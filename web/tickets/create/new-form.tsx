import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { isSendKey, sendKeys } from "#web/lib/browser/platform.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Card } from "#web/ui/page-parts.tsx";
import { AttachButton } from "#web/uploads/attach-button.tsx";
import { useFileDrop } from "#web/uploads/file-drop.ts";
import { UploadTray } from "#web/uploads/upload-tray.tsx";
import { useUploads } from "#web/uploads/use-uploads.ts";
import { UPLOAD_MESSAGES } from "#web/uploads/messages.ts";
import { IssueField, SubjectField } from "../form/form-fields.tsx";
import { FORM_MESSAGES } from "../form/messages.ts";
import { LeaveGuard } from "../form/leave-guard.tsx";
import { useNewDraft } from "./new-draft.ts";
import { useSubmission } from "./new-submission.ts";
import { ClientSideFields, StaffSideFields } from "./new-side-fields.tsx";

/** The create form in its two variants: staff choose everything, clients say what is wrong (rules 257 and 258). */
export function NewTicketForm({ followUpOf, subject }: { followUpOf?: string; subject?: string }) {
  const actor = useActor();
  const form = useRef<HTMLFormElement>(null);
  const draft = useNewDraft(subject);
  const { values, change } = draft;
  const uploads = useUploads();
  const drop = useFileDrop(uploads.add);
  const { submit, errors, sending, isSent } = useSubmission({ form, draft, uploads, followUpOf });
  function onSubmit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (uploads.blockedReason === null) void sending.run(submit);
  }
  const side = { values, change, errors };
  return (
    // Ctrl/Cmd Enter is pressed in the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      className={cx("ticket-columns creating", drop.isOver && "is-drop-target")}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (isSendKey(event)) onSubmit(event);
      }}
      {...drop.props}
    >
      <Card foot={<Foot blockedReason={uploads.blockedReason} isBusy={sending.isBusy} />}>
        <div className="card-body stack roomy">
          {draft.isRestored && <DraftRestored onDiscard={draft.discard} />}
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
      <LeaveGuard
        isDirty={() => !isSent() && (draft.isDirty || uploads.uploads.length > 0)}
        description={FORM_MESSAGES.leaveDraft}
      />
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
      <Button
        look="ghost"
        onClick={() => void navigate({ to: isExternal(actor) ? "/dashboard" : "/tickets" })}
      >
        {FORM_MESSAGES.cancel}
      </Button>
      <Button
        type="submit"
        look="primary"
        disabled={blockedReason !== null}
        busy={isBusy}
        busyLabel={FORM_MESSAGES.creating}
      >
        {FORM_MESSAGES.create}
      </Button>
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
