import { LIMITS } from "#contract/limits.ts";
import { atLeastCountText } from "#web/lib/format.ts";

/** A number of rows: "99+" where counting has stopped. */
export function cappedCount(count: number): string {
  const isMore = count >= LIMITS.inboxCounted;
  return atLeastCountText(isMore ? LIMITS.inboxCounted - 1 : count, isMore);
}
