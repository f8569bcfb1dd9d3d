import type { EffectField } from "#contract/macros/effects.ts";
import type { Effects } from "#web/replies/data.ts";

/** What stands there once somebody adds an effect. */
export const BEGINNINGS = {
  status: { status: "pending" },
  priority: { priority: "normal" },
  assignee: { assignee: "me" },
  team: { team: "none" },
  follow_up: { follow_up: { in_days: 2, at: "09:00", hold: true, firm: false } },
  add_tags: { add_tags: [] },
  remove_tags: { remove_tags: [] },
  checklist: { checklist: [] },
} satisfies Record<EffectField, Effects>;

/** In the order in which they are said. */
export const EFFECT_ORDER = [
  "status",
  "priority",
  "assignee",
  "team",
  "follow_up",
  "add_tags",
  "remove_tags",
  "checklist",
] as const satisfies readonly EffectField[];
