import { Lock, MessageSquareQuote, Zap } from "lucide-react";
import { splitMatches } from "#web/lib/match-text.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import type { Reply } from "../data.ts";
import { isEmpty } from "../effects/merge-effects.ts";
import { snippetLine } from "../snippet.ts";
import { PICKER_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  id: string;
  reply: Reply;
  search: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

/** A saved reply in the list: its name with what is looked for marked, and how its text begins. */
export function ReplyOption({ id, reply, search, isActive, onPoint, onChoose }: Props) {
  return (
    // The box has the focus, and sends its keys to the list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="menu-item reply-option"
      data-active={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <ReplyGlyph reply={reply} />
      <span className="reply-words">
        <span className="truncate">
          {splitMatches(reply.name, search).map((piece) =>
            piece.isFound ? (
              <mark key={piece.at}>{piece.text}</mark>
            ) : (
              <span key={piece.at}>{piece.text}</span>
            ),
          )}
        </span>
        {reply.snippet && <small className="truncate">{snippetLine(reply.snippet)}</small>}
      </span>
      <span className="item-end">
        {reply.visibility === "internal" && (
          <Lock className="icon small" role="img" aria-label={MESSAGES.forNotes} />
        )}
        {isActive && <KeyCaps keys={["↵"]} />}
      </span>
    </div>
  );
}

/** A bolt for what sets something, a bubble for words alone. */
export function ReplyGlyph({ reply }: { reply: Pick<Reply, "effects"> }) {
  return isEmpty(reply.effects) ? (
    <MessageSquareQuote className="icon" role="img" aria-label={MESSAGES.reply} />
  ) : (
    <Zap className="icon" role="img" aria-label={MESSAGES.macro} />
  );
}
