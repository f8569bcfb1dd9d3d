import { isRecord } from "#web/lib/api/api-error.ts";

/** That words are for all reporters of an incident: for which of them, and the saved reply that they are. */
export type ToAll = {
  /** Those whom it went to before it was taken back; null where it did not. */
  ids: readonly string[] | null;
  /** By hand, over what is so by itself. */
  ticked: Readonly<Record<string, boolean>>;
  /** As it was inserted; null for words of one's own. */
  replyId: string | null;
};

export const TO_ALL: ToAll = { ids: null, ticked: {}, replyId: null };

/** Whether what the browser has kept can be such a thing. */
export function isToAll(value: unknown): value is ToAll {
  return (
    isRecord(value) &&
    (value["ids"] === null || Array.isArray(value["ids"])) &&
    isRecord(value["ticked"]) &&
    (value["replyId"] === null || typeof value["replyId"] === "string")
  );
}

/** Of words that come back and those written since. With others beside it, a saved reply is one text for all. */
export function joinToAll(back: ToAll | undefined, since: ToAll | undefined): ToAll | undefined {
  const toAll = back ?? since;
  return toAll && { ...toAll, replyId: null };
}
