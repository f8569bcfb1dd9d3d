import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { replyKeys } from "#contract/query-keys.ts";
import { api, type ReplyOf } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { useDebouncedText } from "#web/lib/use-debounced-text.ts";
import type { Reply } from "#web/replies/data.ts";
import { snippetAsWritten } from "#web/replies/snippet.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import type { TicketRow } from "../data.ts";
import { hindranceOf } from "./hindrance.ts";
import { GoneTicket, MacroTicket } from "./macro-ticket.tsx";
import { MACRO_MESSAGES as MESSAGES } from "./messages.ts";
import { useApplyMacro } from "./use-apply-macro.ts";

type Props = { reply: Reply; rows: readonly TicketRow[]; onClose: () => void };
type Preview = ReplyOf<"POST /replies/{reply_id}/preview">;
type Fills = Readonly<Record<string, string>>;

/** What a saved reply would do to each of the selected tickets; those that cannot take it stay as they are. */
export function MacroDialog({ reply, rows, onClose }: Props) {
  // The tickets of the moment: a live list may move on below the dialog.
  const [chosen] = useState(rows);
  const [fills, setFills] = useState<Fills>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const preview = usePreview(reply.id, chosen, fills);
  const applying = useApplyMacro(reply);
  const seconds = useUser().undo_send_seconds ?? 0;
  // Notes are there at once.
  const isHeld = reply.languages.length > 0 && reply.visibility !== "internal";
  const tickets = preview.data?.tickets ?? [];
  const gone = new Set(preview.data?.gone);
  const ready = tickets.filter((ticket) => hindranceOf(ticket) === null && !left.has(ticket.id));
  const list = useFocusOnceShown(preview.data !== undefined);
  const stay = chosen.length - ready.length;
  function tick(id: string, isOn: boolean) {
    setLeft((now) => new Set(isOn ? [...now].filter((one) => one !== id) : [...now, id]));
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={reply.name}
      description={MESSAGES.intro(chosen.length, isHeld ? seconds : 0)}
      onSubmit={(event) => {
        event.preventDefault();
        applying.mutate({ ticketIds: ready.map(({ id }) => id), fills }, { onSuccess: onClose });
      }}
      foot={
        <>
          {preview.data && stay > 0 && (
            <span className="subtle text-small macro-stay" role="status">
              {MESSAGES.stay(stay)}
            </span>
          )}
          <FormButtons
            act={MESSAGES.apply(ready.length)}
            busyLabel={MESSAGES.applying}
            isBusy={applying.isPending}
            icon={<Zap className="icon small" />}
            // What is shown has to be what is done.
            disabled={ready.length === 0 || preview.isPlaceholderData || preview.isFetching}
            onCancel={onClose}
          />
        </>
      }
    >
      {reply.snippet && <blockquote className="macro-snippet">{snippetAsWritten(reply.snippet)}</blockquote>}
      <Blanks labels={preview.data?.blanks ?? []} fills={fills} onFill={setFills} />
      {preview.isError ? (
        <ErrorState title={MESSAGES.failedToPreview} onRetry={() => void preview.refetch()}>
          {failureMessage(preview.error)}
        </ErrorState>
      ) : preview.isPending ? (
        <LoadingBlock label={MESSAGES.preparing} visible />
      ) : (
        <ul ref={list} className="macro-tickets">
          {tickets.map((ticket) => (
            <MacroTicket
              key={ticket.id}
              ticket={ticket}
              row={chosen.find(({ id }) => id === ticket.id)}
              effects={reply.effects}
              isNote={reply.visibility === "internal"}
              isOn={!left.has(ticket.id)}
              onTick={(isOn) => tick(ticket.id, isOn)}
            />
          ))}
          {chosen
            .filter(({ id }) => gone.has(id))
            .map((row) => (
              <GoneTicket key={row.id} row={row} />
            ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Once the tickets are there: the first blank gets the focus, else the button that applies. */
function useFocusOnceShown(isShown: boolean) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const form = isShown ? list.current?.closest("form") : null;
    form?.querySelector<HTMLElement>(".macro-blanks input, .dialog-foot [type=submit]:enabled")?.focus();
  }, [isShown]);
  return list;
}

function usePreview(replyId: string, rows: readonly TicketRow[], fills: Fills) {
  const filled = useDebouncedText(JSON.stringify(fills));
  const asked = { ticket_ids: rows.map(({ id }) => id), fills: filled };
  return useQuery<Preview>({
    queryKey: replyKeys.preview(replyId, asked),
    queryFn: ({ signal }) =>
      api("POST /replies/{reply_id}/preview", {
        params: { reply_id: replyId },
        body: { ticket_ids: asked.ticket_ids, fills: JSON.parse(filled) },
        signal,
        fallback: MESSAGES.failedToPreview,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

type BlanksProps = { labels: readonly string[]; fills: Fills; onFill: (fills: Fills) => void };

/** The blanks of its text, filled in once for all of them. */
function Blanks({ labels, fills, onFill }: BlanksProps) {
  if (labels.length === 0) return null;
  return (
    <div className="macro-blanks">
      {labels.map((label) => (
        <Field key={label} label={label}>
          <Input
            autoComplete="off"
            maxLength={LIMITS.comment}
            value={fills[label] ?? ""}
            onChange={(event) => onFill({ ...fills, [label]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}
