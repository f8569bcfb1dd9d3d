import { useQuery } from "@tanstack/react-query";
import { MessageSquareQuote, X } from "lucide-react";
import { IconButton } from "#web/ui/form/icon-button.tsx";
import { replyQuery } from "#web/replies/data.ts";
import { languageName } from "./language-name.ts";
import { ANSWER_ALL_MESSAGES as MESSAGES } from "./messages.ts";
import type { AnswerAll } from "./use-answer-all.ts";

/** The saved reply whose words stand in the box as they are: each client reads it in the own language, until an edit. */
export function AnswerAllReply({ answerAll }: { answerAll: AnswerAll }) {
  const { replyId, setReply } = answerAll;
  if (replyId === null) return <p className="hint answer-all-reply desktop-only">{MESSAGES.fillHint}</p>;
  return <ReplyChip replyId={replyId} answerAll={answerAll} onRemove={() => setReply(null)} />;
}

type ChipProps = { replyId: string; answerAll: AnswerAll; onRemove: () => void };

function ReplyChip({ replyId, answerAll, onRemove }: ChipProps) {
  const { data: reply } = useQuery(replyQuery(replyId));
  const languages = (answerAll.preview.data?.languages ?? []).map((language) => languageName(language));
  const name = reply?.name ?? MESSAGES.savedReply;
  return (
    <div className="answer-all-reply">
      <span className="answer-all-chip">
        <MessageSquareQuote className="icon small" />
        <span className="truncate weight-semibold">{name}</span>
        <span className="subtle truncate">{languages.join(", ")}</span>
        <IconButton label={MESSAGES.removeReply(name)} onClick={onRemove}>
          <X className="icon small" />
        </IconButton>
      </span>
      {reply && Object.keys(reply.effects).length > 0 && <span className="hint">{MESSAGES.wordsAlone}</span>}
    </div>
  );
}
