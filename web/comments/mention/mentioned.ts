import { holdsMention } from "#contract/comments/mention-text.ts";
import type { Mention } from "./use-mentioning.tsx";

/** Those whose names still stand in the text. */
export function stillNamed(text: string, mentions: readonly Mention[] = []): Mention[] {
  return mentions.filter(({ name }) => holdsMention(text, name));
}

/** The part of a request that names them. */
export function mentionsOf(text: string, mentions: readonly Mention[] = []): { mentions?: string[] } {
  const named = stillNamed(text, mentions);
  return named.length > 0 ? { mentions: named.map(({ user_id }) => user_id) } : {};
}

/** With somebody added, once. */
export function withMention(mentions: readonly Mention[] | undefined, added: Mention): Mention[] {
  return [...(mentions ?? []).filter(({ user_id }) => user_id !== added.user_id), added];
}
