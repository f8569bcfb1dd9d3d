import { PRIORITY_LABELS } from "#contract/labels.ts";
import {
  CLOCK_STATE_TEXTS,
  durationText,
  END_TEXTS,
  RECEIPT_TEXTS,
  STRETCH_TEXTS,
} from "#contract/sla/messages.ts";
import type { StretchReason } from "#contract/sla/targets.ts";
import type { Times } from "#web/lib/organization-times.ts";
import { isJustMissed, stateText } from "../card/state-text.ts";
import type { Clock } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES, SLA_MESSAGES } from "../messages.ts";
import type { Standing } from "../standing.ts";

type Stand = { standing: Standing; left: number | null; isClient: boolean };

/** How a clock stands, as the head of its receipt says it to staff or to the client; `left` in counted seconds. */
export function headText({ state, stretches }: Clock, { standing, left, isClient }: Stand): string {
  if (state === "met") return MESSAGES.met(durationText(left ?? 0));
  if (state === "not_needed" || state === "not_measured" || state === "merged") return END_TEXTS[state];
  const pause = state === "paused" ? pauseText(stretches.at(-1)?.why, isClient) : null;
  if (pause !== null && left !== null) return CLOCK_STATE_TEXTS.pausedFor(pause, durationText(left));
  return stateText(standing, left);
}

function pauseText(why: StretchReason | undefined, isClient: boolean): string | null {
  if (isClient && why === "waiting_for_client") return SLA_MESSAGES.waitingForYou;
  return why === "waiting_for_client" || why === "waiting_for_third_party" ? STRETCH_TEXTS[why](null) : null;
}

/** Counted time: none is none, not "less than a minute". */
export function usedText(seconds: number): string {
  return seconds === 0 ? MESSAGES.nothing : durationText(seconds);
}

/** "14 h 45 min counted of the 16 h agreed for High"; null of a clock that is not measured. */
export function countedText({ level, target_seconds }: Clock, used: number): string | null {
  if (level === null || target_seconds === null) return null;
  return RECEIPT_TEXTS.countedOf(usedText(used), durationText(target_seconds), PRIORITY_LABELS[level]);
}

/** The last line of a receipt: how it ended; null of a clock that runs. */
export function endText(clock: Clock, times: Times): string | null {
  const { state, ended_at } = clock;
  if (ended_at === null) return clock.unreachable ? END_TEXTS.unreachable : null;
  if (state === "not_needed" || state === "not_measured" || state === "merged") return END_TEXTS[state];
  if (state !== "met" && state !== "missed") return null;
  const end = decidedText(clock, times.whole(ended_at));
  return clock.answer_deleted ? `${end}. ${END_TEXTS.answerDeleted}` : end;
}

/** Less than a minute over is just missed, as the head says. */
function decidedText({ state, ended_by, remaining_seconds, over_seconds: over }: Clock, at: string): string {
  const isClosing = ended_by === "closing";
  if (state === "met")
    return (isClosing ? END_TEXTS.closedMet : END_TEXTS.answeredMet)(
      at,
      durationText(remaining_seconds ?? 0),
    );
  if (isJustMissed(over)) return (isClosing ? END_TEXTS.closedJustMissed : END_TEXTS.answeredJustMissed)(at);
  return (isClosing ? END_TEXTS.closedMissed : END_TEXTS.answeredMissed)(at, durationText(over));
}
