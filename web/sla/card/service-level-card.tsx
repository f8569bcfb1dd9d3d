import { useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { categoryOf } from "#contract/statuses.ts";
import {
  CLOCK_STATE_TEXTS,
  DUE_STATE_LABELS,
  durationText,
  END_TEXTS,
  RECEIPT_TEXTS,
  STRETCH_TEXTS,
  TARGET_LABELS,
} from "#contract/sla/messages.ts";
import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { type Times, useViewerTimes } from "#web/lib/organization-times.ts";
import { Card } from "#web/ui/card.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { ClockGlyph } from "../clock-glyph.tsx";
import type { TicketDetail } from "../data.ts";
import { SLA_MESSAGES as MESSAGES } from "../messages.ts";
import { leftAt, type Standing, standingOf, usedShare } from "../standing.ts";
import { type TargetState, useClock, useFreshClock } from "../use-clock.ts";
import { stateText } from "./state-text.ts";
import "#web/styles/due.css";
import "#web/styles/service-levels.css";

type Props = { ticket: TicketDetail; onOpen: () => void; fetchReceipt: () => void };

/** What is promised for a ticket and how it stands, with the way to how the clock ran. */
export function ServiceLevelCard({ ticket, onOpen, fetchReceipt }: Props) {
  const { sla } = ticket;
  usePrefetch({ fetch: fetchReceipt });
  return (
    <Card title={MESSAGES.title}>
      {sla ? <Targets ticket={ticket} /> : <p className="subtle text-small">{RECEIPT_TEXTS.nothingAgreed}</p>}
      {sla && (
        <div className="service-level-foot">
          <button type="button" className="link" onClick={onOpen}>
            {MESSAGES.open}
          </button>
          <KeyCaps keys={["V"]} />
        </div>
      )}
    </Card>
  );
}

function Targets({ ticket }: { ticket: TicketDetail }) {
  const { now, asOf } = useClock(ticket);
  useFreshClock(ticket);
  const lines = SLA_TARGETS.flatMap((target) => {
    const state = ticket.sla?.[target];
    if (!state) return [];
    const left = leftAt(state, asOf, now);
    return [{ target, state, left, standing: standingOf(state, left) }];
  });
  return (
    <>
      <ul className="target-lines">
        {lines.map((line) => (
          <TargetLine key={line.target} {...line} status={ticket.status} now={now} />
        ))}
      </ul>
      <Changes standings={lines.map(({ target, standing }) => [target, standing])} />
    </>
  );
}

type LineProps = {
  target: SlaTarget;
  state: TargetState;
  left: number | null;
  standing: Standing;
  status: string;
  now: number;
};

function TargetLine({ target, state, left, standing, status, now }: LineProps) {
  const times = useViewerTimes();
  const isClient = isExternal(useActor());
  return (
    <li>
      <ClockGlyph standing={standing} used={usedShare(state, left)} />
      <div>
        <span className="target-head">
          <b>{TARGET_LABELS[target]}</b>
          <span className={`due-time due-${standing}`}>{stateText(standing, left)}</span>
        </span>
        <small>{detailText({ state, left, standing, status, isClient }, times, now)}</small>
      </div>
    </li>
  );
}

type Detail = Pick<LineProps, "state" | "left" | "standing" | "status"> & { isClient: boolean };

function detailText(line: Detail, times: Times, now: number): string {
  const { state, left, standing, status, isClient } = line;
  const isClosing = state.ended_by === "closing";
  if (state.ended_at !== null && (standing === "met" || standing === "missed")) {
    const when = momentText(state.ended_at, times, now);
    if (standing === "missed") return isClosing ? MESSAGES.closedLate(when) : MESSAGES.answeredLate(when);
    const early = durationText(left ?? 0);
    return isClosing ? MESSAGES.closedEarly(when, early) : MESSAGES.answeredEarly(when, early);
  }
  if (standing === "paused") return MESSAGES.leftOf(pauseText(status, isClient), durationText(left ?? 0));
  if (standing === "not_needed" || standing === "not_measured" || standing === "merged")
    return END_TEXTS[standing];
  if (state.due_at === null || state.target_seconds === null || left === null) return END_TEXTS.unreachable;
  const used = MESSAGES.usedOf(durationText(state.target_seconds - left), durationText(state.target_seconds));
  return [
    momentText(state.due_at, times, now),
    state.counts_now || state.changes_at === null ? used : MESSAGES.rests(times.near(state.changes_at)),
  ].join(" · ");
}

function momentText(at: string, times: Times, now: number): string {
  return times.day(at) === times.day(now) ? MESSAGES.dueToday(times.time(at)) : times.whole(at);
}

function pauseText(status: string, isClient: boolean): string {
  const category = categoryOf(status);
  if (category === "waiting_for_third_party") return STRETCH_TEXTS.waiting_for_third_party(null);
  if (category !== "waiting_for_client") return CLOCK_STATE_TEXTS.paused;
  return isClient ? MESSAGES.waitingForYou : STRETCH_TEXTS.waiting_for_client(null);
}

/** Tells a change of a state to those who do not see it; the countdown itself is not told. */
function Changes({ standings }: { standings: readonly (readonly [SlaTarget, Standing])[] }) {
  const [first] = useState(() => new Map(standings));
  const changed = standings.filter(([target, standing]) => {
    const before = first.get(target);
    return before !== undefined && before !== standing;
  });
  return (
    <span className="visually-hidden" role="status">
      {changed
        .map(([target, standing]) =>
          MESSAGES.changed(
            TARGET_LABELS[target],
            standing === "due_soon" || standing === "overdue"
              ? DUE_STATE_LABELS[standing]
              : CLOCK_STATE_TEXTS[standing],
          ),
        )
        .join(", ")}
    </span>
  );
}
