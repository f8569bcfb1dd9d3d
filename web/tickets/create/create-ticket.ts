import { useQueryClient } from "@tanstack/react-query";
import { type Actor, isExternal } from "#contract/access/actor.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { useDraftKeys } from "#web/lib/form/submission-key.ts";
import { FORM_MESSAGES } from "../form/messages.ts";
import type { NewValues } from "./new-draft.ts";
import { refreshLists } from "../ticket-data.ts";

type NewTicket = BodyOf<"POST /tickets">;
type Circumstances = {
  actor: Actor;
  followUpOf: string | undefined;
  files: readonly { id: string }[];
};

/** The body of the call: empty selections are absent, and clients send only what they may choose (rules 76 and 259). */
export function newTicketBody(values: NewValues, { actor, followUpOf, files }: Circumstances) {
  const { subject, issue, priority, status, assignee, client, company, team } = values;
  const people = isExternal(actor)
    ? { client_id: client?.id, company_id: actor.company_id ?? undefined }
    : {
        status,
        client_id: client?.id,
        company_id: company?.id,
        assignee_id: assignee?.id,
        group_id: team?.id,
      };
  const more = {
    attachment_ids: files.length > 0 ? files.map(({ id }) => id) : undefined,
    follow_up_of_id: followUpOf,
  };
  return { subject, issue, priority, ...people, ...more };
}

/** Sends the form; sending it again after a lost answer raises nothing twice. Resolves with the ticket's id, if the answer names it. */
export function useCreateTicket() {
  const client = useQueryClient();
  const keys = useDraftKeys("ticket:new");
  return async function create(body: NewTicket): Promise<string | undefined> {
    const reply: { ticket?: { id?: string } } = await api("POST /tickets", {
      body,
      idempotencyKey: keys.keyFor(body),
      fallback: FORM_MESSAGES.failedToCreate,
    });
    keys.forget();
    void refreshLists(client);
    return reply.ticket?.id;
  };
}
