import { isRecord } from "#web/lib/api/api-error.ts";
import type { EffectOnTicket, Effects, StaleEffect } from "../data.ts";

/** What saved replies have brought to the words in a box, besides the words. */
export type Brought = {
  /** The one that was inserted last; null once it is gone and was taken off. */
  id: string | null;
  /** Set when the words are sent. */
  effects: Effects;
  /** Names and moments for the chips, as far as they are known. */
  known: readonly Pick<EffectOnTicket, "field" | "name" | "at">[];
  /** What no longer fitted when it was inserted. */
  stale: readonly StaleEffect[];
};

export type BoxState = { text: string; brought: Brought | undefined };
/** An insertion, so that the box's own undo takes back as well what came with the words. */
export type Step = { before: BoxState; after: BoxState };

/** What of it a request takes. */
export function bodyOfBrought(brought: Brought | undefined): { saved_reply_id?: string; effects?: Effects } {
  if (!brought) return {};
  const { id, effects } = brought;
  return {
    ...(id !== null && { saved_reply_id: id }),
    ...(Object.keys(effects).length > 0 && { effects }),
  };
}

/** What comes back with words that were sent; names and what no longer fits are asked for anew. */
export function broughtFrom(
  id: string | null | undefined,
  effects: Effects | null | undefined,
): Brought | undefined {
  return id || effects ? { id: id ?? null, effects: effects ?? {}, known: [], stale: [] } : undefined;
}

/** "Add and set": a status that was chosen by hand wins over that of a macro. */
export function withStatusByHand<More extends { status?: unknown }>(
  more: More,
  brought: Brought | undefined,
) {
  if (more.status === undefined || brought?.effects.status === undefined) return more;
  const { status: _, ...effects } = brought.effects;
  return { ...more, effects: Object.keys(effects).length > 0 ? effects : undefined };
}

/** Whether what the browser has kept can be such a thing; the server looks at it in earnest. */
export function isBrought(value: unknown): value is Brought {
  return (
    isRecord(value) &&
    (value["id"] === null || typeof value["id"] === "string") &&
    isRecord(value["effects"]) &&
    Array.isArray(value["known"]) &&
    Array.isArray(value["stale"])
  );
}
