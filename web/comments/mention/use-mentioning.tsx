import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import type { ListHandle, Suggested } from "./mention-list.tsx";
import { findMentionToken, type MentionToken } from "./mention-token.ts";

/** Somebody who was chosen from the list. */
export type Mention = { user_id: string; name: string; isStaff: boolean };

const mentionList = lazyPart(
  () => import("./mention-list.tsx"),
  ({ MentionList }) => MentionList,
  { isOptional: true },
);

/** The word that is typed, and the box that it is typed in. */
type At = MentionToken & { box: HTMLTextAreaElement };

type Options = {
  ticketId: string;
  isInternal: boolean;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onMention: (mention: Mention) => void;
};

/**
 * "@" in a box offers people at the caret; whoever is chosen stands in the text by name. The focus stays in the box, which
 * names the list and its active row to assistive technology. Silent while an input method composes, and in code.
 */
export function useMentioning({ ticketId, isInternal, inputRef, onMention }: Options) {
  const [at, setAt] = useState<At | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const listId = useId();
  const list = useRef<ListHandle>(null);
  const isComposing = useRef(false);
  /** Where Escape closed the list, which stays closed for that word. */
  const closedAt = useRef<number | null>(null);

  function look() {
    const box = inputRef.current;
    if (!box || isComposing.current) return;
    const isCaret = box.selectionStart === box.selectionEnd;
    const found = isCaret ? findMentionToken(box.value, box.selectionStart) : null;
    if (found?.start !== closedAt.current) closedAt.current = null;
    if (found && found.start !== closedAt.current) setAt({ ...found, box });
    else close();
  }
  function close() {
    setAt(null);
    setActiveId(null);
  }
  function choose({ id, fullname, user_type }: Suggested) {
    if (!at) return;
    at.box.focus();
    at.box.setSelectionRange(at.start, at.start + at.search.length + 1);
    onMention({ user_id: id, name: fullname, isStaff: user_type === "internal" });
    insertText(at.box, `@${fullname} `);
    close();
  }
  function onKey(event: KeyboardEvent): boolean {
    if (!at || event.nativeEvent.isComposing || !list.current) return false;
    if (event.key === "Escape") {
      closedAt.current = at.start;
      close();
    } else if (!list.current.onKey(event)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const shown: ReactNode = at && (
    <mentionList.Part
      ref={list}
      id={listId}
      ticketId={ticketId}
      isInternal={isInternal}
      token={at}
      box={at.box}
      onActive={setActiveId}
      onChoose={choose}
    />
  );
  return {
    list: shown,
    /** Whether the key belonged to the list. */
    onKey,
    /** After each change of the text. */
    look,
    /** For the box. */
    boxProps: {
      "aria-autocomplete": "list" as const,
      "aria-haspopup": "listbox" as const,
      "aria-controls": activeId === null ? undefined : listId,
      "aria-activedescendant": activeId ?? undefined,
      onSelect: look,
      onCompositionStart: () => {
        isComposing.current = true;
        close();
      },
      onCompositionEnd: () => {
        isComposing.current = false;
        look();
      },
    },
    close,
  };
}

/** Types into a box, as one step of its own undo. */
function insertText(box: HTMLTextAreaElement, text: string): void {
  // Nothing else writes into a box and lets the browser's undo take it back.
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand("insertText", false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
