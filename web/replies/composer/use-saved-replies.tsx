import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { maySeeReplies } from "#contract/access/replies.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { typeText, useCaretSearch } from "#web/lib/form/use-caret-search.ts";
import { lazyLoad, useLate } from "#web/lib/loading/lazy-load.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import type { Reply } from "../data.ts";
import { findReplyToken } from "../picker/reply-token.ts";
import { takeReplies } from "../reply-taker.ts";
import type { BoxState, Brought, Step } from "./brought.ts";
import { RepliesButton } from "./replies-button.tsx";
import type { ForReporters } from "./use-insert-reply.ts";

const picker = lazyPart(
  () => import("./picker-at-caret.tsx"),
  ({ PickerAtCaret }) => PickerAtCaret,
  { isOptional: true },
);
const insertReply = lazyPart(
  () => import("./picker-at-caret.tsx"),
  ({ InsertReply }) => InsertReply,
  { isOptional: true },
);
const broughtParts = lazyLoad(() => import("./brought-parts.tsx"));

type Options = BoxState & {
  ticketId: string;
  forReporters: ForReporters | null;
  isInternal: boolean;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  /** Why the server refused the words last. */
  refused: unknown;
  onBrought: (brought: Brought | undefined) => void;
  /** Makes a note of the words. */
  onNote: () => void;
  /** A macro without a text has changed the ticket. */
  onApplied: () => void;
};

/**
 * Saved replies in a box: ";" offers them at the caret, as do a button and, outside the box, the key. What one brings besides
 * words stands below them as chips, and the places that are left to fill in are marked; until then the words wait.
 */
export function useSavedReplies(options: Options) {
  const { ticketId, forReporters, isInternal, inputRef, text, brought, refused, onBrought } = options;
  const may = maySeeReplies(useActor());
  const search = useCaretSearch({ inputRef, findToken: may ? findReplyToken : findNone });
  const steps = useRef<Step[]>([]);
  /** Where the button or the key has typed a ";", which goes again if nothing comes of it. */
  const typedAt = useRef<number | null>(null);
  const parts = useLate(broughtParts, brought !== undefined);
  const blocks = brought && parts ? parts.findBlocks(text, brought, refused) : null;
  const isIdle = () => search.at?.start === typedAt.current && search.at?.search === "";

  function open() {
    const box = inputRef.current;
    if (!box) return;
    if (isIdle()) {
      search.replace("");
      return;
    }
    picker.fetch();
    box.focus();
    const { selectionEnd: caret, value } = box;
    box.setSelectionRange(caret, caret);
    const lead = caret === 0 || /\s/.test(value.charAt(caret - 1)) ? "" : " ";
    typedAt.current = caret + lead.length;
    typeText(box, `${lead};`);
  }
  useHotkey(";", open, may);
  const [handed, hand] = useState<Reply | null>(null);
  useEffect(() => (may ? takeReplies({ ticketId, take: hand }) : undefined), [may, ticketId]);
  const insertion = {
    ticketId,
    forReporters,
    isInternal,
    brought,
    onStep: (step: Step) => {
      steps.current.push(step);
      onBrought(step.after.brought);
    },
    onNote: options.onNote,
    onApplied: options.onApplied,
  };

  /** Tab leads through the places that are left to fill in. */
  function stepThrough({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    const box = inputRef.current;
    if (key !== "Tab" || ctrlKey || altKey || metaKey || !box || !blocks || !parts) return false;
    return parts.selectNext(box, blocks.places, shiftKey ? -1 : 1);
  }
  return {
    search,
    /** Whether the key belonged to the list or to the marked places. */
    onKey(event: KeyboardEvent): boolean {
      if (event.key === "Escape" && isIdle()) search.replace("");
      else if (search.onKey(event)) return true;
      else if (!stepThrough(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    /** After each change of the text; `inputType` says whether it was an undo. */
    onText(now: string, inputType: string | undefined) {
      const isUndo = inputType === "historyUndo";
      if (!forReporters && (isUndo || inputType === "historyRedo")) {
        const side = isUndo ? "before" : "after";
        const step = steps.current.findLast((one) => one[side].text === now);
        if (step) onBrought(step[side].brought);
      }
      search.look();
    },
    onBlur() {
      const box = inputRef.current;
      if (isIdle() && box && search.at) {
        box.setRangeText("", search.at.start, search.at.start + 1, "end");
        box.dispatchEvent(new Event("input", { bubbles: true }));
      }
      search.close();
    },
    /** Something is left to fill in or to take off before the words can go. */
    isBlocked: blocks !== null && blocks.isBlocked,
    /** Leads to what is left to do. */
    goToBlock() {
      const box = inputRef.current;
      if (box && blocks && parts) parts.selectNext(box, blocks.places, 1);
    },
    list: (
      <>
        {search.at && (
          <picker.Part {...search.listProps} {...insertion} token={search.at} onClose={search.close} />
        )}
        {handed && (
          <insertReply.Part {...insertion} reply={handed} boxRef={inputRef} onClose={() => hand(null)} />
        )}
      </>
    ),
    button: may && <RepliesButton isOpen={search.at !== null} onOpen={open} onIntent={picker.fetch} />,
    marks: blocks && parts && <parts.Marks text={text} places={blocks.places} boxRef={inputRef} />,
    chips: brought && parts && (
      <parts.BroughtChips
        ticketId={ticketId}
        brought={brought}
        stale={blocks?.stale ?? []}
        onChange={onBrought}
      />
    ),
    notes: blocks && parts && <parts.BroughtNotes blocks={blocks} />,
  };
}

function findNone(): null {
  return null;
}
