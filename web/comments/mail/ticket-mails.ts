import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { upTo } from "#web/lib/api/query-client.ts";
import { TICKET_MAIL_MESSAGES } from "./messages.ts";

export type TicketMail = ReplyOf<"GET /tickets/{ticket_id}/mails">["items"][number];

/** The mails of a ticket: of the staff all, of others what they sent themselves. */
export function ticketMailsQuery(id: string) {
  return queryOptions({
    queryKey: ticketKeys.mails(id),
    queryFn: ({ signal }) =>
      api("GET /tickets/{ticket_id}/mails", {
        params: { ticket_id: id },
        signal,
        fallback: TICKET_MAIL_MESSAGES.failedToFetch,
      }),
    retry: upTo(1),
    refetchInterval: ({ state }) => (state.data?.items.some(isSentAgain) ? SENT_AGAIN_MS : false),
  });
}

/** Time between two looks at a mail that is being sent again; no event tells when that is done. */
const SENT_AGAIN_MS = 3000;

function isSentAgain({ state, returned }: TicketMail): boolean {
  return state === "queued" && returned !== null;
}

/** The mails that words of the ticket came by, by the comment that they became; null is the ticket's own text. */
function mailsByComment(mails: readonly TicketMail[]): Map<string | null, TicketMail> {
  const words = mails.filter(
    ({ direction, kind, comment_id, opened_ticket }) =>
      direction === "in" && kind === "message" && (comment_id !== null || opened_ticket),
  );
  return new Map(words.map((mail) => [mail.comment_id, mail]));
}

/** What stands between the comments: automatic replies, and mails that did not arrive. */
function linesOf(mails: readonly TicketMail[]): TicketMail[] {
  return mails.filter(({ direction, kind, returned, state }) =>
    direction === "in" ? kind === "automatic" : returned !== null || state === "failed",
  );
}

/** People whom a mail of the ticket was sent to as well and who are not on it, each once. */
function alsoSentTo(mails: readonly TicketMail[]): string[] {
  return [...new Set(mails.flatMap(({ also_sent_to }) => also_sent_to.map(({ address }) => address)))];
}

/** What the page of a ticket shows of its mails; nothing until they are here. */
export function useTicketMails(id: string) {
  const { data } = useQuery(ticketMailsQuery(id));
  return useMemo(() => {
    const items = data?.items ?? [];
    return {
      mails: mailsByComment(items),
      lines: linesOf(items),
      outside: alsoSentTo(items),
      mailbox: data?.mailbox ?? null,
    };
  }, [data]);
}
