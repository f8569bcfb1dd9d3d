import type { Reply } from "#web/replies/data.ts";
import { isEmpty } from "#web/replies/effects/merge-effects.ts";
import type { Tab } from "./replies-search-params.ts";

const UNUSED_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

type Listed = Pick<Reply, "owner_id" | "audience" | "effects" | "stale" | "last_used">;

/** Whether a reply belongs to a part of the list. Used by nobody for 180 days: never counts as well. */
export function isInTab(tab: Tab, reply: Listed, { userId, now }: { userId: string; now: number }): boolean {
  if (tab === "mine") return reply.owner_id === userId;
  if (tab === "macros") return !isEmpty(reply.effects);
  if (tab === "attention") return reply.stale.length > 0;
  if (tab === "unused")
    return reply.last_used === null || now - Date.parse(reply.last_used) > UNUSED_DAYS * DAY_MS;
  return true;
}
