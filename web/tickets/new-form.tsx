import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { fieldErrors } from "../lib/api-error.ts";
import { useSchemaAhead } from "../lib/form.ts";
import { useIsNarrow } from "../lib/narrow.ts";
import { isSendKey, sendKeys } from "../lib/platform.ts";
import { useActor } from "../lib/session-state.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Keys } from "../ui/keys.tsx";
import { Card } from "../ui/page.tsx";
import { tellFailure } from "../ui/tell-failure.ts";
import { toast } from "../ui/toast.tsx";
import { AttachButton } from "../uploads/attach-button.tsx";
import { useFileDrop } from "../uploads/file-drop.ts";
import { UploadTray } from "../uploads/upload-tray.tsx";
import { useUploads } from "../uploads/uploads.ts";
import { UPLOAD_WORDS } from "../uploads/words.ts";
import { newTicketBody, useCreateTicket } from "./create-ticket.ts";
import { checked, useFieldErrors } from "./form-check.ts";
import { IssueField, SubjectField } from "./form-fields.tsx";
import { FORM_WORDS } from "./form-words.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { useNewDraft } from "./new-draft.ts";
import { useOneAtATime } from "./one-at-a-time.ts";
import { ClientSideFields, StaffSideFields } from "./new-side-fields.tsx";

/** The create form in its two variants: staff choose everything, clients say what is wrong (SPEC 2). */
export function NewTicketForm({ followUpOf, subject }: { followUpOf?: string; subject?: string }) {
  const actor = useActor();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isSent = useRef(false);
  const { values, change, ...draft } = useNewDraft(subject);
  const [errors, setErrors] = useFieldErrors(form);
  const create = useCreateTicket();
  const sending = useOneAtATime();
  useSchemaAhead(schema);
  const uploads = useUploads();
  const drop = useFileDrop(uploads.add);

  async function submit() {
    const wanted = newTicketBody(values, { actor, followUpOf, files: uploads.sent });
    try {
      const { body, errors: found } = checked(await schema(), wanted);
      setErrors(found ?? {});
      if (!body) return;
      const id = await create(body);
      isSent.current = true;
      draft.forget();
      toast.success(FORM_WORDS.created);
      await navigate(id ? { to: "/tickets/$ticketId", params: { ticketId: id } } : { to: "/tickets" });
    } catch (error) {
      setErrors(fieldErrors(error));
      tellFailure(error, FORM_WORDS.failedToCreate);
    }
  }
  function onSubmit(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    if (uploads.hindrance === null) void sending.run(submit);
  }
  const side = { values, change, errors };
  return (
    // Ctrl/Cmd Enter is pressed in the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      className={cx("detail new", drop.isOver && "over")}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (isSendKey(event)) onSubmit(event);
      }}
      {...drop.props}
    >
      <Card
        foot={
          <>
            {uploads.hindrance === null ? (
              <span className="hint desk row">
                <Keys keys={sendKeys()} /> {FORM_WORDS.toCreate}
              </span>
            ) : (
              <span className="hint why">{uploads.hindrance}</span>
            )}
            <span className="grow" />
            <Button
              look="ghost"
              onClick={() => void navigate({ to: isExternal(actor) ? "/dashboard" : "/tickets" })}
            >
              {FORM_WORDS.cancel}
            </Button>
            <Button
              type="submit"
              look="primary"
              disabled={uploads.hindrance !== null}
              busy={sending.isBusy}
              busyLabel={FORM_WORDS.creating}
            >
              {FORM_WORDS.create}
            </Button>
          </>
        }
      >
        <div className="cbody stack roomy">
          {draft.isRestored && (
            <p className="hint row" role="status">
              {FORM_WORDS.draftRestored}
              <button type="button" className="linkish" onClick={draft.discard}>
                {FORM_WORDS.discardDraft}
              </button>
            </p>
          )}
          <SubjectField
            isFirst
            value={values.subject}
            error={errors.subject}
            onChange={(subject) => change({ subject })}
          />
          <IssueField
            label={FORM_WORDS.issue}
            value={values.issue}
            error={errors.issue}
            onChange={(issue) => change({ issue })}
          />
          <div className="attach row">
            <AttachButton onFiles={uploads.add} />
            <AttachHint isOver={drop.isOver} />
          </div>
          <UploadTray uploads={uploads} />
        </div>
      </Card>
      {isExternal(actor) ? <ClientSideFields {...side} /> : <StaffSideFields {...side} />}
      <LeaveGuard
        isDirty={() => !isSent.current && (draft.isDirty || uploads.uploads.length > 0)}
        description={FORM_WORDS.leaveDraft}
      />
    </form>
  );
}

/** A phone has nothing to drag: there it says what the button does. */
function AttachHint({ isOver }: { isOver: boolean }) {
  const isNarrow = useIsNarrow();
  if (isOver) return <span className="hint">{UPLOAD_WORDS.dropHere}</span>;
  return <span className="hint">{isNarrow ? UPLOAD_WORDS.attach : UPLOAD_WORDS.hint}</span>;
}

const schema = async () => (await import("#contract/tickets/create.ts")).NewTicket;
