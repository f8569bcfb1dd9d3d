import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketKeys } from "#contract/query-keys.ts";
import { isClosed } from "#contract/statuses.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { adoptRows } from "../adopt-rows.ts";
import { refreshLists } from "../data.ts";
import { refreshTicket } from "../ticket-data.ts";
import { INCIDENT_MESSAGES as MESSAGES } from "./messages.ts";

export type Reporter = ReplyOf<"GET /tickets/{ticket_id}/reporters">["reporters"][number];

export function reportersQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.reporters(id),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/reporters", {
        params: { ticket_id: id },
        signal,
        fallback: MESSAGES.failedToFetch,
      }),
    retry: upTo(1),
  });
}

type Chosen =
  | { incident: { id: string; uid: string } }
  | { made: Omit<BodyOf<"POST /incidents">, "ticket_ids"> };
export type Linking = Chosen & { ticketIds: string[] };

/** Makes tickets belong to an incident, or to a new one; a toast tells it, with an undo. */
export function useLinkToIncident() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (submission: Submission<Linking>) =>
      toastOutcome(link(submission), { failed: MESSAGES.failedToLink }),
    onSuccess: ({ id, uid, group_id }, { body }) => {
      const touched = [id, ...body.ticketIds];
      void refreshAll(client, touched);
      offerUndo(client, { touched, groupId: group_id, words: MESSAGES.linked(body.ticketIds.length, uid) });
    },
  });
}

async function link({ body, idempotencyKey }: Submission<Linking>) {
  const ticket_ids = body.ticketIds;
  if ("made" in body) {
    const made = await api("POST /incidents", { body: { ...body.made, ticket_ids }, idempotencyKey });
    return { id: made.ticket.id, uid: made.ticket.uid, group_id: made.group_id };
  }
  const { group_id } = await api("POST /tickets/{ticket_id}/reporters", {
    params: { ticket_id: body.incident.id },
    body: { ticket_ids },
    idempotencyKey,
  });
  return { ...body.incident, group_id };
}

/** Takes a ticket out of the incident; a toast tells it, with an undo. */
export function useRemoveReporter(incidentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, link_id }: Reporter) =>
      api("DELETE /tickets/{ticket_id}/links/{link_id}", { params: { ticket_id: id, link_id } }),
    onSuccess: ({ group_id }, { id, uid }) =>
      offerUndo(client, { touched: [incidentId, id], groupId: group_id, words: MESSAGES.removed(uid) }),
    onError: (error) => toastError(error, MESSAGES.failedToRemove),
    onSettled: (_, __, { id }) => refreshAll(client, [incidentId, id]),
  });
}

/** Closes the incident with those of its tickets that are open; one undo takes all of it back. */
export function useCloseTogether(incidentId: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => closeTogether(client, incidentId) });
}

/** The same from where no part of the page waits for it; a failure is told. */
export async function closeTogether(client: QueryClient, incidentId: string): Promise<void> {
  try {
    const { reporters } = await client.fetchQuery({ ...reportersQuery(incidentId), staleTime: 0 });
    const open = reporters.filter(({ status }) => !isClosed(status));
    const { tickets, group_id, left_out } = await api("POST /incidents/{ticket_id}/close", {
      params: { ticket_id: incidentId },
      body: { child_ids: open.map(({ id }) => id) },
    });
    adoptRows(client, tickets);
    const named = left_out.flatMap(({ uid }) => uid ?? []).join(", ");
    toastUndoable(
      { words: MESSAGES.closed(tickets.length), detail: named === "" ? undefined : MESSAGES.leftOut(named) },
      { id: TOAST, undo: () => undoClosing(client, group_id), failed: MESSAGES.failedToUndo },
    );
  } catch (error) {
    toastError(error, MESSAGES.failedToClose);
  } finally {
    await refreshTicket(client, incidentId);
  }
}

async function undoClosing(client: QueryClient, groupId: string) {
  const { tickets } = await api("POST /tickets/undo/{group_id}", { params: { group_id: groupId } });
  adoptRows(client, tickets);
  return { words: MESSAGES.undone };
}

type Done = { touched: readonly string[]; groupId: string; words: string };

const TOAST = "ticket-incident";

function offerUndo(client: QueryClient, { touched, groupId, words }: Done): void {
  toastUndoable({ words }, { id: TOAST, undo, failed: MESSAGES.failedToUndo });

  async function undo() {
    try {
      await api("POST /links/undo/{group_id}", { params: { group_id: groupId } });
      return { words: MESSAGES.undone };
    } finally {
      void refreshAll(client, touched);
    }
  }
}

async function refreshAll(client: QueryClient, ids: readonly string[]): Promise<void> {
  await Promise.all([...ids.map((id) => refreshTicket(client, id)), refreshLists(client)]);
}
