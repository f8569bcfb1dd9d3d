import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Language } from "#contract/languages.ts";
import { replyKeys, ticketKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import { ReplyBody } from "#web/replies/picker/reply-preview.tsx";
import { REPLY_EDITOR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { text: string; language: Language };

/** How the text reads on a ticket: the one that changed last, of those with a client. */
export function EditorPreview({ text, language }: Props) {
  const { data: ticket, isSuccess } = useQuery(newestTicketQuery);
  const body = useDebouncedText(text);
  const rendered = useQuery({
    queryKey: replyKeys.rendered("unsaved", { ticket_id: ticket?.id, language, body }),
    queryFn: ({ signal }) =>
      api("POST /replies/render", {
        body: { ticket_id: ticket?.id ?? "", language, body },
        signal,
        fallback: MESSAGES.previewFailed,
      }),
    enabled: Boolean(ticket) && body.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (isSuccess && !ticket) return <p className="hint">{MESSAGES.noTicket}</p>;
  const isBlank = text.trim() === "";
  return (
    <section className="reply-editor-preview" aria-label={`${MESSAGES.preview} ${ticket?.uid ?? ""}`}>
      <div className="field-label">
        {MESSAGES.preview} {ticket?.uid} <em>{ticket?.client_fullname}</em>
      </div>
      {isBlank && <p className="hint">{MESSAGES.previewEmpty}</p>}
      {!isBlank && rendered.isError && (
        <p className="hint" role="alert">
          {failureMessage(rendered.error, MESSAGES.previewFailed)}
        </p>
      )}
      {!isBlank && rendered.data && !rendered.isError && (
        <blockquote>
          <ReplyBody
            text={rendered.data.text}
            missing={rendered.data.missing}
            isOld={rendered.isPlaceholderData}
          />
        </blockquote>
      )}
    </section>
  );
}

const SEEN = 20;

const newestTicketQuery = {
  queryKey: ticketKeys.picker({ preview: true }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { items } = await api("GET /tickets", { query: { brief: "true", per_page: SEEN }, signal });
    return items.find(({ client_fullname: client }) => client !== null) ?? items[0] ?? null;
  },
  staleTime: Number.POSITIVE_INFINITY,
};
