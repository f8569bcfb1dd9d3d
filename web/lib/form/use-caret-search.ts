import { type KeyboardEvent, type Ref, type RefObject, useId, useRef, useState } from "react";

/** A word at the caret that looks for something: where its sign stands, and what is typed behind it. */
export type CaretToken = { start: number; search: string };
/** The word, and the box that it is typed in. */
export type At = CaretToken & { box: HTMLTextAreaElement };
/** The keys of the box go to the list first; true where it takes one. */
export type ListHandle = { onKey: (event: KeyboardEvent) => boolean };
/** What every list at the caret is given. */
export type CaretListProps = {
  ref: Ref<ListHandle>;
  id: string;
  /** Takes the id of the row that Enter takes; null where there is none. */
  onActive: (id: string | null) => void;
};

type Options = {
  inputRef: RefObject<HTMLTextAreaElement | null>;
  findToken: (text: string, caret: number) => CaretToken | null;
};

/**
 * A word behind a sign opens a list at the caret. The focus stays in the box, which names the list and its active row to
 * assistive technology. Silent while an input method composes; Escape closes it for that word.
 */
export function useCaretSearch({ inputRef, findToken }: Options) {
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
    const found = isCaret ? findToken(box.value, box.selectionStart) : null;
    if (found?.start !== closedAt.current) closedAt.current = null;
    if (found && found.start !== closedAt.current) setAt({ ...found, box });
    else close();
  }
  function close() {
    setAt(null);
    setActiveId(null);
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
  const listProps: CaretListProps = { ref: list, id: listId, onActive: setActiveId };
  return {
    /** Null while nothing is looked for. */
    at,
    listProps,
    /** Whether the key belonged to the list. */
    onKey,
    /** After each change of the text. */
    look,
    close,
    /** Types in place of the word, or takes it away. */
    replace(text: string) {
      if (!at) return;
      at.box.focus();
      at.box.setSelectionRange(at.start, at.start + at.search.length + 1);
      typeText(at.box, text);
      close();
    },
    activeListId: activeId === null ? undefined : listId,
    activeId: activeId ?? undefined,
    onComposing: (isIt: boolean) => {
      isComposing.current = isIt;
      if (isIt) close();
      else look();
    },
  };
}

export type CaretSearch = ReturnType<typeof useCaretSearch>;

/** The props of a box with one such search or several. */
export function caretProps(...searches: readonly CaretSearch[]) {
  const open = searches.find(({ activeId }) => activeId !== undefined);
  return {
    "aria-autocomplete": "list" as const,
    "aria-haspopup": "listbox" as const,
    "aria-controls": open?.activeListId,
    "aria-activedescendant": open?.activeId,
    onSelect: () => searches.forEach(({ look }) => look()),
    onCompositionStart: () => searches.forEach(({ onComposing }) => onComposing(true)),
    onCompositionEnd: () => searches.forEach(({ onComposing }) => onComposing(false)),
  };
}

/** Types into a box, as one step of its own undo. */
export function typeText(box: HTMLTextAreaElement, text: string): void {
  // Nothing else writes into a box and lets the browser's undo take it back.
  const act = text === "" ? "delete" : "insertText";
  // oxlint-disable-next-line typescript/no-deprecated
  if (document.execCommand(act, false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
