import { joinBrought } from "#web/replies/composer/join-brought.ts";
import { joinToAll } from "./answer-all/to-all.ts";
import type { BoxWords } from "./draft/box-words.ts";
import { withMention } from "./mention/mentioned.ts";

/** Words that come back into a box, before those that were written since. With a note among them all of it is a note. */
export function joinWords(back: BoxWords, since: BoxWords): BoxWords {
  if (since.text.trim() === "") return { ...back, brought: back.brought ?? since.brought, toAll: back.toAll };
  const isInternal = back.isInternal || since.isInternal;
  const mentions = (since.mentions ?? []).reduce(withMention, [...(back.mentions ?? [])]);
  return {
    text: `${back.text}\n\n${since.text}`,
    isInternal,
    mentions: isInternal ? mentions.filter(({ isStaff }) => isStaff) : mentions,
    brought: since.brought ? joinBrought(back.brought, since.brought) : back.brought,
    toAll: isInternal ? undefined : joinToAll(back.toAll, since.toAll),
  };
}
