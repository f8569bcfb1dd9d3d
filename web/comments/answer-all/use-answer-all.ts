import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isClosed } from "#contract/statuses.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";

export type PreviewedTicket = ReplyOf<"POST /tickets/{ticket_id}/answer-all/preview">["tickets"][number];
type Sent = BodyOf<"POST /tickets/{ticket_id}/answer-all">;
/** Which of an incident's tickets an answer goes to, with what its writer has seen of them. */
export type ToReporters = Pick<Sent, "child_ids" | "closed_ids" | "seen" | "saved_reply_id">;
/** What an answer that was taken back went to, and the saved reply that it was, as it was inserted. */
export type TakenBack = { ids: readonly string[]; replyId: string | null };

/** Answering all reporters of an incident: whether it is on, and to whom it goes; nothing of it for any other ticket. */
export function useAnswerAll(ticketId: string, text: string) {
  const [isOn, setOn] = useState(false);
  const [isOpen, setOpen] = useState(false);
  /** By hand, over what is so by itself. */
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(NONE);
  /** What an answer that came back went to stays chosen, and nothing else. */
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const [replyId, setReply] = useState<string | null>(null);
  const rested = useDebouncedText(text);
  const preview = useQuery({ ...previewQuery(ticketId, { replyId, text: rested }), enabled: isOn });
  const tickets = preview.data?.tickets ?? [];
  const isTicked = ({ id, why, can_take }: PreviewedTicket) =>
    can_take && (ticked.get(id) ?? before?.includes(id) ?? why === null);
  const chosen = tickets.filter(isTicked);
  function turn(on: boolean): void {
    setOn(on);
    if (on) return;
    setTicked(NONE);
    setBefore(null);
    setReply(null);
  }
  return {
    isOn,
    isOpen,
    replyId,
    preview,
    tickets,
    chosen,
    /** Labels of places that are not filled in on one of them, each once: until they are, nothing goes. */
    missing: [...new Set(chosen.flatMap(({ missing }) => missing.map(({ label }) => label)))],
    isTicked,
    setOpen,
    setReply,
    tick: (id: string, on: boolean) => setTicked(new Map(ticked).set(id, on)),
    turn,
    takeBack: ({ ids, replyId: reply }: TakenBack) => {
      setOn(true);
      setTicked(NONE);
      setBefore(ids);
      setReply(reply);
    },
    toReporters: isOn ? describeChosen(chosen, replyId) : null,
  };
}

export type AnswerAll = ReturnType<typeof useAnswerAll>;

const NONE: ReadonlyMap<string, boolean> = new Map();

function describeChosen(chosen: readonly PreviewedTicket[], replyId: string | null): ToReporters {
  return {
    child_ids: chosen.map(({ id }) => id),
    closed_ids: chosen.filter(({ status }) => isClosed(status)).map(({ id }) => id),
    seen: Object.fromEntries(chosen.map(({ id, digest }) => [id, digest])),
    ...(replyId !== null && { saved_reply_id: replyId }),
  };
}

function previewQuery(ticketId: string, { replyId, text }: { replyId: string | null; text: string }) {
  const words = replyId !== null ? { saved_reply_id: replyId } : text.trim() === "" ? {} : { comment: text };
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
