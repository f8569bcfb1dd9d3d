import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Actor, isExternal } from "#contract/access/actor.ts";
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATUS,
  PRIORITIES,
  type Priority,
  type Status,
  STATUSES,
} from "#contract/statuses.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { isRecord } from "#web/lib/api/api-error.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import type { Draft } from "#web/lib/form/form-draft.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import type { Uploads } from "#web/uploads/use-uploads.ts";
import type { Person } from "../assignee-picker.tsx";
import { refreshLists } from "../data.ts";
import { FORM_MESSAGES } from "../form/messages.ts";

type Named = { id: string; name: string };
/** The values of the create form, named as in the API, so that its refusals find their field. */
export type NewValues = {
  subject: string;
  issue: string;
  priority: Priority;
  status: Status;
  assignee_id: Person | null;
  client_id: Person | null;
  company_id: Named | null;
  group_id: Named | null;
};

const EMPTY_TICKET: NewValues = {
  subject: "",
  issue: "",
  priority: DEFAULT_PRIORITY,
  status: DEFAULT_STATUS,
  assignee_id: null,
  client_id: null,
  company_id: null,
  group_id: null,
};

type Circumstances = {
  /** The subject in the address; it fills an empty one, and is nobody's work yet. */
  subject: string;
  followUpOf: string | undefined;
  uploads: Uploads;
};

/** The form that creates a ticket and opens it. */
export function useNewTicket({ subject, followUpOf, uploads }: Circumstances) {
  const actor = useActor();
  const navigate = useNavigate();
  return useForm({
    initial: { ...EMPTY_TICKET, subject },
    draft: newTicketDraft(subject),
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

/** The unfinished ticket, kept in this browser until it is sent or discarded (rule 98). `subject` is what the address says. */
function newTicketDraft(subject: string): Draft<NewValues> {
  return {
    name: "ticket:new",
    isDraft: isNewValues,
    isBlank: isUntouched,
    restore: (kept) => ({ ...kept, subject: kept.subject || subject }),
  };
}

function isUntouched(values: NewValues): boolean {
  return JSON.stringify(values) === JSON.stringify(EMPTY_TICKET);
}

function isNewValues(value: unknown): value is NewValues {
  if (!isRecord(value)) return false;
  const { subject, issue, priority, status, assignee_id, client_id, company_id, group_id } = value;
  return (
    typeof subject === "string" &&
    typeof issue === "string" &&
    PRIORITIES.some((one) => one === priority) &&
    STATUSES.some((one) => one === status) &&
    [assignee_id, client_id].every((one) => one === null || isReference(one, "fullname")) &&
    [company_id, group_id].every((one) => one === null || isReference(one, "name"))
  );
}

function isReference(value: unknown, name: string): boolean {
  return isRecord(value) && typeof value["id"] === "string" && typeof value[name] === "string";
}
