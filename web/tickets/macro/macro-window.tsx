import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useState } from "react";
import type { Reply } from "#web/replies/data.ts";
import { REPLY_MESSAGES } from "#web/replies/messages.ts";
import { ReplyGlyph } from "#web/replies/picker/reply-option.tsx";
import { useReplyHits } from "#web/replies/picker/use-reply-hits.ts";
import { snippetLine } from "#web/replies/snippet.ts";
import { Button } from "#web/ui/button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { PopoverWindow } from "#web/ui/overlay/popover-window.tsx";
import { MACRO_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { open: boolean; anchor: HTMLElement; onClose: () => void; onChoose: (reply: Reply) => void };

/** The saved replies to choose one from, those that I use first. */
export function MacroWindow({ open, anchor, onClose, onChoose }: Props) {
  return (
    <PopoverWindow
      open={open}
      anchor={anchor}
      label={REPLY_MESSAGES.title}
      className="picker macro-window"
      onClose={onClose}
    >
      <Replies onChoose={onChoose} />
    </PopoverWindow>
  );
}

function Replies({ onChoose }: Pick<Props, "onChoose">) {
  const [term, setTerm] = useState("");
  const hits = useReplyHits(term);
  return (
    <Command shouldFilter={false} label={MESSAGES.find} loop>
      <div className="search small">
        <Search className="icon" />
        <Command.Input
          placeholder={MESSAGES.find}
          aria-label={MESSAGES.find}
          value={term}
          onValueChange={setTerm}
        />
      </div>
      <hr />
      <Command.List className="menu-list" label={REPLY_MESSAGES.title}>
        {hits.rows.map((reply) => (
          <Command.Item
            key={reply.id}
            className="menu-item reply-option"
            value={reply.id}
            onSelect={() => onChoose(reply)}
          >
            <ReplyGlyph reply={reply} />
            <span className="reply-words">
              <span className="truncate">{reply.name}</span>
              {reply.snippet && <small className="truncate">{snippetLine(reply.snippet)}</small>}
            </span>
          </Command.Item>
        ))}
      </Command.List>
      <Note hits={hits} />
    </Command>
  );
}

function Note({ hits }: { hits: ReturnType<typeof useReplyHits> }) {
  if (hits.error !== null)
    return (
      <div className="menu-note" role="alert">
        {hits.error}
        <Button size="small" onClick={hits.retry}>
          {UI_MESSAGES.tryAgain}
        </Button>
      </div>
    );
  if (hits.isPending) return <div className="menu-note">{MESSAGES.loading}</div>;
  return (
    <Command.Empty className="menu-note">{hits.count === 0 ? MESSAGES.none : MESSAGES.noMatch}</Command.Empty>
  );
}
