import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type Actor, isExternal } from "#contract/access/actor.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import { refreshLists } from "../data.ts";
import { FORM_MESSAGES } from "../form/messages.ts";
import {
  EMPTY_TICKET,
  isUntouched,
  type NewTicketAddress,
  newTicketDraft,
  type NewValues,
} from "./new-ticket-draft.ts";

type Circumstances = NewTicketAddress & { uploads: Uploads };

/** The form that creates a ticket and opens it. */
export function useNewTicket({ subject, followUpOf, uploads }: Circumstances) {
  const actor = useActor();
  const navigate = useNavigate();
  const form = useForm({
    initial: { ...EMPTY_TICKET, subject },
    draft: newTicketDraft({ subject, followUpOf }),
    bodyOf: (values) => ({
      ...bodyOf(values, actor),
      attachment_ids: uploads.sent.length > 0 ? uploads.sent.map(({ id }) => id) : undefined,
      follow_up_of_id: followUpOf,
    }),
    schema,
    isChanged: (values) =>
      !isUntouched(values.subject === subject ? { ...values, subject: "" } : values) ||
      uploads.uploads.length > 0,
    isReady: () => uploads.blockedReason === null,
    send: useCreateTicket().mutateAsync,
    onSent: ({ ticket }: { ticket?: { id?: string } }) =>
      navigate(
        ticket?.id ? { to: "/tickets/$ticketId", params: { ticketId: ticket.id } } : { to: "/tickets" },
      ),
  });
  useKeptFiles(form, uploads);
  return {
    ...form,
    discard: () => {
      for (const { key } of uploads.uploads) uploads.remove(key);
      form.discard();
    },
  };
}

type Form = { values: NewValues; change: (part: Partial<NewValues>) => void };

/** Brings the files of an earlier visit back, and keeps those that are on the server with the draft. */
function useKeptFiles({ values, change }: Form, { adopt, sent }: Uploads): void {
  const kept = useRef<string | null>(null);
  const ids = sent.map(({ id }) => id).join();
  useEffect(() => {
    if (kept.current === ids) return;
    if (kept.current === null) adopt(values.files ?? []);
    else change({ files: sent });
    kept.current = ids;
  });
}

/** Empty selections are absent, and clients send only what they may choose (rules 76 and 259). */
function bodyOf(values: NewValues, actor: Actor) {
  const { subject, issue, priority, status, assignee_id, client_id, company_id, group_id } = values;
  const people = isExternal(actor)
    ? { client_id: client_id?.id, company_id: actor.company_id ?? undefined }
    : {
        status,
        client_id: client_id?.id,
        company_id: company_id?.id,
        assignee_id: assignee_id?.id,
        group_id: group_id?.id,
      };
  return { subject, issue, priority, ...people };
}

/** Raises a ticket; lists are asked for again. */
function useCreateTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Submission<BodyOf<"POST /tickets">>) =>
      toastOutcome(api("POST /tickets", { body, idempotencyKey, fallback: FORM_MESSAGES.failedToCreate }), {
        done: FORM_MESSAGES.created,
        failed: FORM_MESSAGES.failedToCreate,
      }),
    onSuccess: () => void refreshLists(client),
  });
}

const schema = lazyLoad(
  () => import("#contract/tickets/create.ts"),
  ({ NewTicket }) => NewTicket,
);
