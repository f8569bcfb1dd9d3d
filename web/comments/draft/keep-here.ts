import { readDraft, saveDraft } from "#web/lib/form/draft-storage.ts";
import { joinWords } from "../join-words.ts";
import { type BoxWords, isBoxWords } from "./box-words.ts";
import { wordsKey } from "./common-draft.ts";

export type Place = { userId: string; ticketId: string };

/** Keeps words for the box of a ticket in this browser alone, before those that it keeps already. */
export function keepHere({ userId, ticketId }: Place, words: BoxWords): void {
  const key = wordsKey(userId, ticketId);
  const since = readDraft(key, isBoxWords);
  saveDraft(key, since ? joinWords(words, since) : words);
}
