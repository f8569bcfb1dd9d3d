import { isRecord } from "#web/lib/api/api-error.ts";
import { draftKey, draftsBelow, dropDraft, readDraft, saveDraft } from "#web/lib/form/draft-storage.ts";
import type { Common, ServerDraft } from "./compare-drafts.ts";

export type CommonDraft = ReturnType<typeof openCommonDraft>;

/** Where this browser keeps the words of a ticket's box. */
export function wordsKey(userId: string, ticketId: string): string {
  return draftKey(userId, `${WORDS}${ticketId}`);
}

/** The ids of the tickets for whose boxes this browser keeps words. */
export function ticketsWithWords(userId: string): string[] {
  return draftsBelow(userId, WORDS);
}

const WORDS = "comment:";

/**
 * What one box and the server had in common last, remembered in this browser beside its own copy of the words. Windows of
 * one browser share that place, so that it is read together with the words, and never again.
 */
export function openCommonDraft(userId: string, ticketId: string) {
  const place = draftKey(userId, `common:comment:${ticketId}`);
  const words = wordsKey(userId, ticketId);
  let common: Common = readDraft(place, isServerDraft);
  function store(): void {
    if (common) saveDraft(place, common);
    else dropDraft(place);
  }
  return {
    now: () => common,
    /**
     * `text`: of the box, which is empty while its words are on their way. Words of another window keep beside them what that
     * one had in common.
     */
    remember(next: Common, text: string): void {
      common = next;
      const kept = readDraft(words, hasText)?.text ?? "";
      if (kept === text || kept === next?.text) store();
    },
    /** Puts it beside the words that this box has just left. */
    store,
  };
}

function hasText(value: unknown): value is { text: string } {
  return isRecord(value) && typeof value["text"] === "string";
}

function isServerDraft(value: unknown): value is ServerDraft {
  return (
    isRecord(value) &&
    typeof value["text"] === "string" &&
    typeof value["isInternal"] === "boolean" &&
    typeof value["version"] === "number" &&
    Array.isArray(value["files"])
  );
}
