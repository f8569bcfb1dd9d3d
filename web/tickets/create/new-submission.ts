import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useRef } from "react";
import { fieldErrors } from "#web/lib/api/api-error.ts";
import { useSchemaAhead } from "#web/lib/form/form.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { useUploads } from "#web/uploads/use-uploads.ts";
import { newTicketBody, useCreateTicket } from "./create-ticket.ts";
import { checked, useFieldErrors } from "../form/form-check.ts";
import { FORM_MESSAGES } from "../form/messages.ts";
import type { useNewDraft } from "./new-draft.ts";
import { useOneAtATime } from "../form/one-at-a-time.ts";

type Submission = {
  form: RefObject<HTMLFormElement | null>;
  draft: ReturnType<typeof useNewDraft>;
  uploads: ReturnType<typeof useUploads>;
  followUpOf: string | undefined;
};

/** Raises the ticket and goes there; what the contract or the server refuses stands at its field. */
export function useSubmission({ form, draft, uploads, followUpOf }: Submission) {
  const actor = useActor();
  const navigate = useNavigate();
  const isSent = useRef(false);
  const [errors, setErrors] = useFieldErrors(form);
  const create = useCreateTicket();
  const sending = useOneAtATime();
  useSchemaAhead(schema);

  async function submit() {
    const wanted = newTicketBody(draft.values, { actor, followUpOf, files: uploads.sent });
    try {
      const { body, errors: found } = checked(await schema(), wanted);
      setErrors(found ?? {});
      if (!body) return;
      const id = await create(body);
      isSent.current = true;
      draft.forget();
      toast.success(FORM_MESSAGES.created);
      await navigate(id ? { to: "/tickets/$ticketId", params: { ticketId: id } } : { to: "/tickets" });
    } catch (error) {
      setErrors(fieldErrors(error));
      toastError(error, FORM_MESSAGES.failedToCreate);
    }
  }
  return { submit, errors, sending, isSent: () => isSent.current };
}

const schema = async () => (await import("#contract/tickets/create.ts")).NewTicket;
