import { isClosed } from "#contract/statuses.ts";
import type { Effects } from "../data.ts";

/** The effects of two replies in one box: of each field the later wins, what both add up does. */
export function mergeEffects(before: Effects, after: Effects): Effects {
  const added = addUp(before.add_tags, after.add_tags).filter((tag) => !after.remove_tags?.includes(tag));
  const removed = addUp(before.remove_tags, after.remove_tags).filter((tag) => !added.includes(tag));
  return withoutNothing({
    ...ofClosed(before, after),
    ...after,
    add_tags: added,
    remove_tags: removed,
    checklist: addUp(before.checklist, after.checklist),
  });
}

/** A closed ticket waits for nothing: the later of the two makes the other one go. */
function ofClosed(before: Effects, after: Effects): Effects {
  const { status, follow_up, ...rest } = before;
  const closes = after.status !== undefined && isClosed(after.status);
  const waits = typeof after.follow_up === "object";
  return {
    ...rest,
    ...(status !== undefined && !(waits && isClosed(status)) && { status }),
    ...(follow_up !== undefined && !(closes && typeof follow_up === "object") && { follow_up }),
  };
}

/** Without one effect; of tags only the one that is named. */
export function withoutEffect(effects: Effects, field: keyof Effects, tag?: string): Effects {
  if (field === "add_tags" || field === "remove_tags")
    return withoutNothing({ ...effects, [field]: effects[field]?.filter((name) => name !== tag) });
  const { [field]: _, ...rest } = effects;
  return rest;
}

/** Whether anything would be set. */
export function isEmpty(effects: Effects): boolean {
  return Object.values(effects).every((value) => value === undefined);
}

function addUp(before: readonly string[] = [], after: readonly string[] = []): string[] {
  return [...new Set([...before, ...after])];
}

/** Without lists and lines that are empty: they set nothing, and the server takes none. */
export function withoutNothing(effects: Effects): Effects {
  const { add_tags, remove_tags, checklist: lines, ...rest } = effects;
  const checklist = lines?.map((line) => line.trim()).filter((line) => line !== "");
  return {
    ...rest,
    ...(add_tags?.length && { add_tags }),
    ...(remove_tags?.length && { remove_tags }),
    ...(checklist?.length && { checklist }),
  };
}
