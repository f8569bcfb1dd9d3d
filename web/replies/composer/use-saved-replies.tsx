import { type KeyboardEvent, useEffect, useState } from "react";
import { maySeeReplies } from "#contract/access/replies.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useCaretSearch } from "#web/lib/form/use-caret-search.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import type { Reply } from "../data.ts";
import { findReplyToken } from "../picker/reply-token.ts";
import { takeReplies } from "../reply-taker.ts";
import { RepliesButton } from "./replies-button.tsx";
import { type BroughtOptions, useBroughtParts } from "./use-brought-parts.tsx";
import type { ForReporters } from "./use-insert-reply.ts";
import { useInsertionSteps } from "./use-insertion-steps.ts";
import { useTypedSign } from "./use-typed-sign.ts";

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

type Options = BroughtOptions & {
  forReporters: ForReporters | null;
  isInternal: boolean;
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
  const { ticketId, forReporters, isInternal, inputRef, brought, onBrought } = options;
  const may = maySeeReplies(useActor());
  const search = useCaretSearch({ inputRef, findToken: may ? findReplyToken : findNone });
  const sign = useTypedSign({ inputRef, search, onOpen: picker.fetch });
  const steps = useInsertionSteps(onBrought);
  const { stepThrough, ...parts } = useBroughtParts(options);
  useHotkey(";", sign.open, may);
  const [handed, hand] = useState<Reply | null>(null);
  useEffect(() => (may ? takeReplies({ ticketId, take: hand }) : undefined), [may, ticketId]);
  const insertion = {
    ticketId,
    forReporters,
    isInternal,
    brought,
    onStep: steps.add,
    onNote: options.onNote,
    onApplied: options.onApplied,
  };
  return {
    ...parts,
    search,
    /** Whether the key belonged to the list or to the marked places. */
    onKey(event: KeyboardEvent): boolean {
      const isSignGone = event.key === "Escape" && sign.takeBack();
      if (!isSignGone && !search.onKey(event) && !stepThrough(event)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    /** After each change of the text; `inputType` says whether it was an undo. */
    onText(now: string, inputType: string | undefined) {
      if (!forReporters) steps.follow(now, inputType);
      search.look();
    },
    onBlur() {
      sign.dropOnBlur();
      search.close();
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
    button: may && <RepliesButton isOpen={search.at !== null} onOpen={sign.open} onIntent={picker.fetch} />,
  };
}

function findNone(): null {
  return null;
}
