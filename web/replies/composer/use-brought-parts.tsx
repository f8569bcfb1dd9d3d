import type { KeyboardEvent, RefObject } from "react";
import { lazyLoad, useLate } from "#web/lib/loading/lazy-load.ts";
import type { BoxState, Brought } from "./brought.ts";
import type { Refused } from "./find-blocks.ts";

const broughtParts = lazyLoad(() => import("./brought-parts.tsx"));

export type BroughtOptions = BoxState & {
  ticketId: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  /** The words that the server refused last. */
  refused: Refused | null;
  onBrought: (brought: Brought | undefined) => void;
};

/** What a saved reply in the box brought, as chips, and what is left to fill in or to take off, as marks and notes. */
export function useBroughtParts({ ticketId, inputRef, text, brought, refused, onBrought }: BroughtOptions) {
  const parts = useLate(broughtParts, brought !== undefined);
  const blocks = brought && parts ? parts.findBlocks(text, brought, refused) : null;
  return {
    /** Tab leads through the places that are left to fill in. */
    stepThrough: ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => {
      const box = inputRef.current;
      if (key !== "Tab" || ctrlKey || altKey || metaKey || !box || !blocks || !parts) return false;
      return parts.selectNext(box, blocks.places, shiftKey ? -1 : 1);
    },
    /** Something is left to fill in or to take off before the words can go. */
    isBlocked: blocks !== null && blocks.isBlocked,
    /** Leads to what is left to do. */
    goToBlock: () => {
      const box = inputRef.current;
      if (box && blocks && parts) parts.selectNext(box, blocks.places, 1);
    },
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
