import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isClosed } from "#contract/statuses.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";

export type PreviewedTicket = ReplyOf<"POST /tickets/{ticket_id}/answer-all/preview">["tickets"][number];
export type ChosenReply = { id: string; name: string; languages: readonly string[] };
type Sent = BodyOf<"POST /tickets/{ticket_id}/answer-all">;
/** Which of an incident's tickets an answer goes to, with what its writer has seen of them. */
export type ToReporters = Pick<Sent, "child_ids" | "closed_ids" | "seen" | "saved_reply_id">;

/** Answering all reporters of an incident: whether it is on, and to whom it goes; nothing of it for any other ticket. */
export function useAnswerAll(ticketId: string, text: string) {
  const [isOn, setOn] = useState(false);
  const [isOpen, setOpen] = useState(false);
  /** By hand, over what is so by itself. */
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [reply, setReply] = useState<ChosenReply | null>(null);
  const rested = useDebouncedText(text);
  const preview = useQuery({ ...previewQuery(ticketId, { reply, text: rested }), enabled: isOn });
  const tickets = preview.data?.tickets ?? [];
  const isTicked = (ticket: PreviewedTicket) =>
    ticket.can_take && (ticked.get(ticket.id) ?? ticket.why === null);
  const chosen = tickets.filter(isTicked);
  return {
    isOn,
    isOpen,
    reply,
    preview,
    tickets,
    chosen,
    isTicked,
    setOpen,
    setReply,
    tick: (id: string, on: boolean) => setTicked(new Map(ticked).set(id, on)),
    turn: (on: boolean) => {
      setOn(on);
      if (on) return;
      setTicked(new Map());
      setReply(null);
    },
    toReporters: isOn ? describeChosen(chosen, reply) : null,
  };
}

export type AnswerAll = ReturnType<typeof useAnswerAll>;

function describeChosen(chosen: readonly PreviewedTicket[], reply: ChosenReply | null): ToReporters {
  return {
    child_ids: chosen.map(({ id }) => id),
    closed_ids: chosen.filter(({ status }) => isClosed(status)).map(({ id }) => id),
    seen: Object.fromEntries(chosen.map(({ id, digest }) => [id, digest])),
    ...(reply && { saved_reply_id: reply.id }),
  };
}

function previewQuery(ticketId: string, { reply, text }: { reply: ChosenReply | null; text: string }) {
  const words = reply ? { saved_reply_id: reply.id } : text.trim() === "" ? {} : { comment: text };
  return queryOptions({
    queryKey: ticketKeys.answerAll(ticketId, words),
    queryFn: ({ signal }) =>
      api("POST /tickets/{ticket_id}/answer-all/preview", {
        params: { ticket_id: ticketId },
        body: words,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
