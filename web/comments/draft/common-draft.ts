import { draftKey, dropDraft, readDraft, saveDraft } from "#web/lib/form/draft-storage.ts";
import type { Common } from "./compare-drafts.ts";
import { isServerDraft } from "./draft-box.ts";

export type CommonDraft = ReturnType<typeof openCommonDraft>;

/** What one box and the server had in common last, remembered in this browser beside its own copy of the words. */
export function openCommonDraft(userId: string, ticketId: string) {
  const place = draftKey(userId, `common:comment:${ticketId}`);
  let common: Common = readDraft(place, isServerDraft);
  return {
    now: () => common,
    remember(next: Common): void {
      common = next;
      if (next) saveDraft(place, next);
      else dropDraft(place);
    },
  };
}
