import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import type { Attachment } from "#web/uploads/upload-file.ts";
import type { BoxWords } from "../draft/box-words.ts";
import { joinWords } from "../join-words.ts";
import { waitingQuery } from "./waiting-query.ts";

/** What comes back into a box. */
export type Words = BoxWords & { files: readonly Attachment[] };
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
};

/**
 * Takes back what was sent from this box, before whatever stands in it by now, and puts the caret there; not while another
 * answer is held, whose Z would be typed into the words (rule 1091).
 */
export function useBroughtBack({ ticketId, inputRef, values, change, adoptFiles }: Taking): void {
  const client = useQueryClient();
  const take = ({ files, ...words }: Words) => {
    change(joinWords(words, values));
    adoptFiles(files);
    if (!isAnotherHeld(client, ticketId)) inputRef.current?.focus();
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

function isAnotherHeld(client: QueryClient, ticketId: string): boolean {
  const waiting = client.getQueryData(waitingQuery(ticketId).queryKey) ?? [];
  return waiting.some(({ is_held, state }) => is_held && state === "waiting");
}
