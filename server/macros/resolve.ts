import { workingDaysAhead } from "#contract/tickets/follow-up-presets.ts";
import type { Effects, StaleEffect } from "#contract/macros/effects.ts";
import type { Ctx } from "#server/lib/request-context.ts";
import { readTextSetting } from "#server/settings/read.ts";
import { type NamedTag, pickTags, without } from "#server/tags/find-by-name.ts";
import { isAutoInProgressOn } from "#server/tickets/change/auto-in-progress.ts";
import type { Fields } from "#server/tickets/change/save-ticket.ts";
import type { Deadline } from "#server/tickets/follow-up/plan.ts";
import { assigneeOf, findStale, readTargets, type Target, teamOf } from "./targets.ts";

/** Effects with what they name, the same for every ticket that they are set on. */
export type ResolvedEffects = {
  effects: Effects;
  fields: Fields;
  assignee: Target | null;
  team: Target | null;
  /** Null takes the date away, undefined leaves it. */
  followUp: Deadline | null | undefined;
  added: NamedTag[];
  removed: NamedTag[];
  checklist: readonly string[];
  stale: StaleEffect[];
  /** Whether an open ticket that somebody is assigned for the first time is in progress with that. */
  startsWork: boolean;
};

/** Resolves effects. To set them, lock first what they name, then the tickets, then the tags. */
export async function resolveEffects(ctx: Ctx, effects: Effects): Promise<ResolvedEffects> {
  const { status, priority, assignee, team, follow_up, add_tags = [], remove_tags = [] } = effects;
  const me = ctx.actor.id;
  const targets = await readTargets(ctx.db, [effects], me);
  const [assigneeId] = assigneeOf(effects, me);
  const [teamId] = teamOf(effects);
  const added = pickTags(targets.tags, add_tags);
  return {
    effects,
    fields: {
      ...(status !== undefined && { status }),
      ...(priority !== undefined && { priority }),
      ...(assignee !== undefined && { assignee_id: assigneeId ?? null }),
      ...(team !== undefined && { group_id: teamId ?? null }),
    },
    assignee: assigneeId === undefined ? null : (targets.people.get(assigneeId) ?? null),
    team: teamId === undefined ? null : (targets.teams.get(teamId) ?? null),
    followUp: await resolveFollowUp(ctx, follow_up),
    added,
    // Both names may lead to one tag by now, which is what the tickets were to have.
    removed: without(pickTags(targets.tags, remove_tags), added),
    checklist: effects.checklist ?? [],
    stale: findStale(effects, targets, me),
    startsWork: assigneeId !== undefined && (await isAutoInProgressOn(ctx)),
  };
}

async function resolveFollowUp(
  { db, now }: Ctx,
  followUp: Effects["follow_up"],
): Promise<Deadline | null | undefined> {
  if (followUp === undefined) return undefined;
  if (followUp === "clear") return null;
  const { in_days: days, at, hold, firm } = followUp;
  const timeZone = await readTextSetting(db, "time_zone", "UTC");
  return { at: new Date(workingDaysAhead(now.getTime(), timeZone, { days, at })), hold, firm };
}
