import { useQuery } from "@tanstack/react-query";
import { MessageSquareQuote, X } from "lucide-react";
import { useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { replyKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { Picker } from "#web/ui/form/picker.tsx";
import { languageName } from "./language-name.ts";
import { ANSWER_ALL_MESSAGES as MESSAGES } from "./messages.ts";
import type { AnswerAll } from "./use-answer-all.ts";

type Props = { answerAll: AnswerAll; onText: (text: string) => void };

/**
 * The saved reply of an answer to all reporters. Its places stay readable in the box, and each client reads it in the own
 * language until somebody edits it.
 */
export function AnswerAllReply({ answerAll, onText }: Props) {
  const { reply, setReply, preview } = answerAll;
  if (!reply) return <ChooseReply onChoose={choose} />;
  const languages = (preview.data?.languages ?? []).map((language) => languageName(language));
  return (
    <div className="answer-all-reply">
      <span className="answer-all-chip">
        <MessageSquareQuote className="icon small" />
        <span className="truncate weight-semibold">{reply.name}</span>
        <span className="subtle">{languages.join(", ")}</span>
        <IconButton label={MESSAGES.removeReply(reply.name)} onClick={() => setReply(null)}>
          <X className="icon small" />
        </IconButton>
      </span>
    </div>
  );

  async function choose(id: string): Promise<void> {
    try {
      const { reply: found } = await api("GET /replies/{reply_id}", { params: { reply_id: id } });
      onText(found.texts[0]?.body ?? "");
      setReply({ id, name: found.name, languages: found.languages });
    } catch (error) {
      toastError(error, MESSAGES.failedToFetchReplies);
    }
  }
}

function ChooseReply({ onChoose }: { onChoose: (id: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const asked = { per_page: String(LIMITS.replies) };
  const replies = useQuery({
    queryKey: replyKeys.list(asked),
    queryFn: ({ signal }) => api("GET /replies", { query: asked, signal }),
    enabled: isOpen,
  });
  const fit = replies.data?.items.filter(
    ({ languages, visibility }) => languages.length > 0 && visibility !== "internal",
  );
  return (
    <div className="answer-all-reply">
      <Picker
        label={MESSAGES.savedReply}
        searchLabel={MESSAGES.findReply}
        value={null}
        options={fit?.map(({ id, name }) => ({ id, label: name }))}
        error={replies.isError ? failureMessage(replies.error, MESSAGES.failedToFetchReplies) : null}
        onRetry={() => void replies.refetch()}
        onOpenChange={setOpen}
        onChange={(pick) => pick && void onChoose(pick.id)}
        empty={{ label: MESSAGES.chooseReply }}
      />
      <span className="hint desktop-only">{MESSAGES.fillHint}</span>
    </div>
  );
}
