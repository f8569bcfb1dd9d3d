import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { refreshLists, rewriteRows } from "./data.ts";
import { CHANGE_MESSAGES } from "./change-messages.ts";
import { DETAIL_MESSAGES } from "./detail-messages.ts";
import { adoptTicket, saveTicket, type TicketChange } from "./save-ticket.ts";
import { ticketQuery } from "./ticket-query.ts";

export type TicketDetail = ReplyOf<"GET /tickets/{ticket_id}">;
export type Activity = ReplyOf<"GET /tickets/{ticket_id}/history">["items"][number];
/** The names that go with changed ids, so that an optimistic change shows them at once. */
export type ShownNames = Partial<Pick<TicketDetail, "assignee_fullname" | "group_name">>;

/** Everything that happened; below the ticket's own key, so that what refreshes the one refreshes the other. */
export function historyQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.history(id),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/history", {
        params: { ticket_id: id },
        signal,
        fallback: DETAIL_MESSAGES.failedToFetchHistory,
      }),
    retry: upTo(1),
  });
}

/** Changes a field or two in place: shown at once, taken back with a toast when the server refuses. */
export function useInlineChange(id: string) {
  const client = useQueryClient();
  return useMutation({
    // One after the other, each from the version that the one before has made.
    scope: { id: `ticket-${id}` },
    mutationFn: ({ change }: { change: TicketChange; names?: ShownNames }) =>
      saveTicket(id, { ...change, base_version: client.getQueryData(ticketQuery(id).queryKey)?.version }),
    onMutate: async ({ change, names }) => {
      await client.cancelQueries({ queryKey: ticketKeys.detail(id), exact: true });
      const before = client.getQueryData(ticketQuery(id).queryKey);
      if (before) client.setQueryData(ticketQuery(id).queryKey, { ...before, ...shown(change), ...names });
      return before;
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(ticketQuery(id).queryKey, before);
      toastError(error, CHANGE_MESSAGES.failedToUpdate);
      if (isConflict(error)) void refreshTicket(client, id);
    },
    onSuccess: ({ ticket }) => adoptTicket(client, ticket),
  });
}

/** The change as the page shows it; `undefined` would erase what is there. */
function shown(change: TicketChange): Partial<TicketDetail> {
  const { base_version: _, ...fields } = change;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Saves what a form has changed. Where somebody else was quicker the ticket is fetched again, so that the form can show
 * what both sides changed; a form that asks about that (`asksAboutConflicts`) needs no toast besides.
 */
export function useSaveTicket(id: string, { asksAboutConflicts = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body }: Submission<TicketChange>) => saveTicket(id, body),
    onSuccess: ({ ticket }) => {
      adoptTicket(client, ticket);
      toast.success(CHANGE_MESSAGES.updated);
    },
    onError: async (error) => {
      if (!isConflict(error) || !asksAboutConflicts) toastError(error, CHANGE_MESSAGES.failedToUpdate);
      if (isConflict(error)) await refreshTicket(client, id);
    },
  });
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Solve, reopen and restore: actions of one click whose reply is the ticket as it is then. */
export function useTicketAct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: "solve" | "reopen" | "restore") =>
      toastOutcome(
        api(`POST /tickets/{ticket_id}/${act}`, {
          params: { ticket_id: id },
          fallback: CHANGE_MESSAGES.failedToUpdate,
        }),
        {
          done: act === "restore" ? DETAIL_MESSAGES.restored : undefined,
          failed: CHANGE_MESSAGES.failedToUpdate,
        },
      ),
    onSuccess: ({ ticket }) => adoptTicket(client, ticket),
  });
}

/** Moves the ticket to the trash; `removeTicketFromCache` follows once its page was left. */
export function useDeleteTicket(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(
        api("DELETE /tickets/{ticket_id}", {
          params: { ticket_id: id },
          fallback: DETAIL_MESSAGES.failedToDelete,
        }),
        { done: DETAIL_MESSAGES.deleted, failed: DETAIL_MESSAGES.failedToDelete },
      ),
  });
}

/** Called after the page of a deleted ticket was left: asked for earlier, its query would only answer "not found". */
export function removeTicketFromCache(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: ticketKeys.detail(id) });
  rewriteRows(client, (row) => (row.id === id ? null : row));
  void refreshLists(client);
}

/** Tells the server that the caller has read the ticket; the list's unread mark goes with the next look at it. */
export async function markRead(client: QueryClient, id: string): Promise<void> {
  await api("POST /tickets/{ticket_id}/read", { params: { ticket_id: id } });
  rewriteRows(client, (row) => (row.id === id ? { ...row, unread: false } : row));
}

export function refreshTicket(client: QueryClient, id: string): Promise<void> {
  return client.invalidateQueries({ queryKey: ticketKeys.detail(id) });
}
