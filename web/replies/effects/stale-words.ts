import { STALE_WORDS, type StaleField } from "#contract/macros/stale-words.ts";
import type { StaleEffect } from "../data.ts";

type Stale = Pick<StaleEffect, "field" | "name">;

/** What no longer fits, in the language of this build, for within a sentence; the answer says it in English. */
export function staleWords({ field, name }: Stale): string {
  return isStaleField(field) ? STALE_WORDS[field](name) : name;
}

function isStaleField(field: StaleEffect["field"]): field is StaleField {
  return field in STALE_WORDS;
}

/** As a sentence; a name that begins it stays as its person writes it. */
export function staleSentence(stale: Stale): string {
  const words = staleWords(stale);
  return words.startsWith(stale.name) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}
