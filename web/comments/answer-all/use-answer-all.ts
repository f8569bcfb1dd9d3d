import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isClosed } from "#contract/statuses.ts";
import { ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { TO_ALL, type ToAll } from "./to-all.ts";

export type PreviewedTicket = ReplyOf<"POST /tickets/{ticket_id}/answer-all/preview">["tickets"][number];
type Sent = BodyOf<"POST /tickets/{ticket_id}/answer-all">;
/** Which of an incident's tickets an answer goes to, with what its writer has seen of them. */
export type ToReporters = Pick<Sent, "child_ids" | "closed_ids" | "seen" | "saved_reply_id">;
type Options = {
  ticketId: string;
  text: string;
  /** Whether the words are for all, and for whom of them by hand. */
  toAll: ToAll | undefined;
  onChange: (toAll: ToAll | undefined) => void;
};

/** Answering all reporters of an incident: whether it is on, and to whom it goes; nothing of it for any other ticket. */
export function useAnswerAll({ ticketId, text, toAll, onChange }: Options) {
  const isOn = toAll !== undefined;
  const { ids, ticked, replyId } = toAll ?? TO_ALL;
  const [isOpen, setOpen] = useState(false);
  const rested = useDebouncedText(text);
  const preview = useQuery({ ...previewQuery(ticketId, { replyId, text: rested }), enabled: isOn });
  const tickets = preview.data?.tickets ?? [];
  // What an answer that came back went to stays chosen, and nothing else.
  const isTicked = ({ id, why, can_take }: PreviewedTicket) =>
    can_take && (ticked[id] ?? ids?.includes(id) ?? why === null);
  const chosen = tickets.filter(isTicked);
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
    setReply: (next: string | null) => toAll && next !== replyId && onChange({ ...toAll, replyId: next }),
    tick: (id: string, on: boolean) => toAll && onChange({ ...toAll, ticked: { ...ticked, [id]: on } }),
    toReporters: isOn ? describeChosen(chosen, replyId) : null,
  };
}

export type AnswerAll = ReturnType<typeof useAnswerAll>;

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
