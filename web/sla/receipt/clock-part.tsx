import { useState } from "react";
import { PRIORITY_LABELS } from "#contract/labels.ts";
import { CLOCK_STATE_TEXTS } from "#contract/sla/messages.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { stateText } from "../card/state-text.ts";
import { ClockGlyph } from "../clock-glyph.tsx";
import type { Clock } from "../data.ts";
import { JUDGE_MESSAGES, RECEIPT_MESSAGES as MESSAGES, SLA_MESSAGES } from "../messages.ts";
import { leftAt, standingOf, usedShare } from "../standing.ts";
import { countedText, headText } from "./clock-text.ts";
import type { Reading } from "./lines.ts";
import { StretchTable } from "./stretch-table.tsx";
import { TimeLine } from "./time-line.tsx";

const judgeDialog = lazyPart(
  () => import("./judge-again-dialog.tsx"),
  (module) => module.JudgeAgainDialog,
);

type Props = {
  ticketId: string;
  /** Of one target, its cycles in their order. */
  clocks: readonly Clock[];
  /** When the server told it, by its clock and by this one's (ms). */
  told: { asOf: string; at: number };
  reading: Reading;
  /** How many cycles there are, of which the newest are here; 0 where all are. */
  hidden: number;
  onAll: () => void;
};

/** One target of a ticket: its newest cycle, or the one that was chosen. */
export function ClockPart({ ticketId, clocks, told, reading, hidden, onAll }: Props) {
  const [chosen, choose] = useState<number | null>(null);
  const clock = clocks.find(({ cycle }) => cycle === chosen) ?? clocks.at(-1);
  if (!clock) return null;
  return (
    <>
      {clocks.length > 1 && (
        <Cycles clocks={clocks} shown={clock} reading={reading} onChoose={(cycle) => choose(cycle)} />
      )}
      {hidden > clocks.length && (
        <Button look="ghost" size="small" onClick={onAll}>
          {MESSAGES.allWaits(hidden)}
        </Button>
      )}
      <Head clock={clock} toldAt={told.at} isClient={reading.isClient} />
      <TimeLine clock={clock} asOf={told.asOf} times={reading.times} />
      {clock.stretches.length > 0 && <Legend clock={clock} isClient={reading.isClient} />}
      <StretchTable key={clock.cycle} clock={clock} reading={reading} />
      <Levels clock={clock} reading={reading} />
      <Verdicts ticketId={ticketId} clock={clock} reading={reading} />
    </>
  );
}

type CyclesProps = {
  clocks: readonly Clock[];
  shown: Clock;
  reading: Reading;
  onChoose: (cycle: number) => void;
};

function Cycles({ clocks, shown, reading, onChoose }: CyclesProps) {
  return (
    <Select
      size="small"
      label={MESSAGES.whichWait}
      value={String(shown.cycle)}
      options={clocks.map(({ target, cycle, started_at }) => {
        const when = reading.times.whole(started_at);
        return {
          value: String(cycle),
          label: target === "resolution" ? MESSAGES.opening(cycle, when) : MESSAGES.wait(cycle, when),
        };
      })}
      onChange={(cycle) => onChoose(Number(cycle))}
    />
  );
}

type HeadProps = { clock: Clock; toldAt: number; isClient: boolean };

function Head({ clock, toldAt, isClient }: HeadProps) {
  const left = leftAt(clock, toldAt, Math.max(useCurrentTime(), toldAt));
  const standing = standingOf(clock, left);
  const used =
    clock.target_seconds === null || left === null ? clock.used_seconds : clock.target_seconds - left;
  return (
    <div className="clock-head">
      <ClockGlyph standing={standing} used={usedShare(clock, left)} />
      <div>
        <b className={`due-time due-${standing}`}>{headText(clock, { standing, left, isClient })}</b>
        <small>{countedText(clock, used)}</small>
      </div>
    </div>
  );
}

const LEGEND = ["counted", "client", "third", "rest"] as const;

function Legend({ clock, isClient }: { clock: Clock; isClient: boolean }) {
  const has = {
    counted: clock.stretches.some(({ counts }) => counts),
    client: clock.stretches.some(({ why }) => why === "waiting_for_client"),
    third: clock.stretches.some(({ why }) => why === "waiting_for_third_party"),
    rest: clock.stretches.some(({ counts, why }) => !counts && !why.startsWith("waiting_for_")),
  };
  return (
    <ul className="line-legend">
      {LEGEND.filter((kind) => has[kind]).map((kind) => (
        <li key={kind} className={`key-${kind}`}>
          {kind === "client" && isClient ? SLA_MESSAGES.waitingForYou : MESSAGES.legend[kind]}
        </li>
      ))}
    </ul>
  );
}

/** What else holds, where a raised priority decides. */
function Levels({ clock: { level, levels }, reading }: { clock: Clock; reading: Reading }) {
  const others = levels.filter(({ priority, due_at }) => priority !== level && due_at !== null);
  if (others.length === 0) return null;
  return (
    <p className="subtle text-tiny">
      {MESSAGES.otherLevels}:{" "}
      {others
        .map(({ priority, due_at }) =>
          MESSAGES.levelDue(PRIORITY_LABELS[priority], reading.times.whole(due_at ?? "")),
        )
        .join("; ")}
    </p>
  );
}

type VerdictProps = { ticketId: string; clock: Clock; reading: Reading };

/** For the staff: every verdict of the target, and the way to another one. */
function Verdicts({ ticketId, clock, reading }: VerdictProps) {
  const [isOpen, setOpen] = useState(false);
  const verdicts = clock.verdicts ?? [];
  return (
    <>
      {verdicts.length > 1 && (
        <section aria-label={JUDGE_MESSAGES.verdicts}>
          <ul className="verdicts">
            {verdicts.map((verdict) => (
              <li key={verdict.at} className={verdict.superseded ? "subtle" : undefined}>
                <b>
                  {verdict.verdict === "met"
                    ? CLOCK_STATE_TEXTS.met
                    : stateText("missed", -verdict.over_seconds)}
                </b>{" "}
                {verdict.by_fullname === null
                  ? JUDGE_MESSAGES.byClock(reading.times.whole(verdict.at))
                  : JUDGE_MESSAGES.by(verdict.by_fullname, reading.times.whole(verdict.at))}
                {verdict.superseded && ` · ${JUDGE_MESSAGES.superseded}`}
                {verdict.reason !== null && <q>{verdict.reason}</q>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {clock.may_judge_again && (
        <Button size="small" onPointerEnter={judgeDialog.fetch} onClick={() => setOpen(true)}>
          {JUDGE_MESSAGES.open}
        </Button>
      )}
      {isOpen && <judgeDialog.Part ticketId={ticketId} clock={clock} onClose={() => setOpen(false)} />}
    </>
  );
}
