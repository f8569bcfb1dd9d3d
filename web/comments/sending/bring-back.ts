import { type RefObject, useEffect, useRef } from "react";
import type { Brought } from "#web/replies/composer/brought.ts";
import type { Attachment } from "#web/uploads/upload-file.ts";
import type { TakenBack } from "../answer-all/use-answer-all.ts";
import type { Mention } from "../mention/use-mentioning.tsx";

/** What comes back into a box. */
export type Words = {
  text: string;
  isInternal: boolean;
  mentions: readonly Mention[];
  files: readonly Attachment[];
  brought?: Brought | undefined;
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
  values: { text: string; mentions?: readonly Mention[] };
  change: (values: Omit<Words, "files" | "toAll">) => void;
  adoptFiles: (files: readonly Attachment[]) => void;
  onToAll: (before: TakenBack) => void;
};

/** Takes back what was sent from this box, before whatever stands in it by now, and puts the caret there. */
export function useBroughtBack({ ticketId, inputRef, values, change, adoptFiles, onToAll }: Taking): void {
  const take = ({ text, isInternal, mentions, files, brought, toAll }: Words) => {
    const since = values.text.trim() === "" ? "" : `\n\n${values.text}`;
    change({
      text: text + since,
      isInternal,
      mentions: [...mentions, ...(values.mentions ?? [])],
      ...(brought && { brought }),
    });
    adoptFiles(files);
    // With other words behind it, a saved reply is one text for all.
    if (toAll) onToAll(since === "" ? toAll : { ...toAll, replyId: null });
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
