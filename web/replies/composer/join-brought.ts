import { mergeEffects } from "../effects/merge-effects.ts";
import type { Brought } from "./brought.ts";

/** What two saved replies have brought to one box, the later one last; what it sets in the place of the other's is no longer that one's. */
export function joinBrought(before: Brought | undefined, after: Brought): Brought {
  if (!before) return after;
  const isReplaced = (field: Brought["stale"][number]["field"]) => {
    const value = field === "reply" ? undefined : after.effects[field];
    return value !== undefined && !Array.isArray(value);
  };
  return {
    id: after.id ?? before.id,
    effects: mergeEffects(before.effects, after.effects),
    known: [...after.known, ...before.known],
    stale: [...after.stale, ...before.stale.filter(({ field }) => !isReplaced(field))],
  };
}
