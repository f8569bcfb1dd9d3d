import { type RefObject, useEffect, useRef } from "react";
import type { Attachment } from "#web/uploads/upload-file.ts";
import type { TakenBack } from "../answer-all/use-answer-all.ts";
import type { BoxWords } from "../draft/box-words.ts";
import { joinWords } from "../join-words.ts";

/** What comes back into a box. */
export type Words = BoxWords & {
  files: readonly Attachment[];
  /** Set where they were to go to all reporters of an incident. */
  toAll?: TakenBack | null;
};
type Box = { ticketId: string; take: (words: Words) => void };

const boxes = new Set<Box>();

/** Gives words back to the box of a ticket; false where there is none. */
export function bringBack(ticketId: string, words: Words): boolean {
  const found = [...boxes].filter((box) => box.ticketId === ticketId);
  for (const box of found) box.take(words);
  return found.length > 0;
}

type Taking = {
  ticketId: string;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  values: BoxWords;
  change: (values: BoxWords) => void;
  adoptFiles: (files: readonly Attachment[]) => void;
  onToAll: (before: TakenBack) => void;
};

/** Takes back what was sent from this box, before whatever stands in it by now, and puts the caret there. */
export function useBroughtBack({ ticketId, inputRef, values, change, adoptFiles, onToAll }: Taking): void {
  const take = ({ files, toAll, ...words }: Words) => {
    change(joinWords(words, values));
    adoptFiles(files);
    // With other words behind it, a saved reply is one text for all.
    if (toAll) onToAll(values.text.trim() === "" ? toAll : { ...toAll, replyId: null });
    inputRef.current?.focus();
  };
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const box = { ticketId, take: (words: Words) => latest.current(words) };
    boxes.add(box);
    return () => void boxes.delete(box);
  }, [ticketId]);
}
