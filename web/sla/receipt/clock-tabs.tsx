import { type KeyboardEvent, useRef } from "react";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import type { Clock } from "../data.ts";
import { RECEIPT_MESSAGES as MESSAGES } from "../messages.ts";

type Props = {
  clocks: readonly Clock[];
  shown: SlaTarget;
  /** The id of the part below, which a tab controls. */
  panelId: string;
  onShow: (target: SlaTarget) => void;
};

/** The targets that there is something to tell of; arrows go from one to the next. */
export function ClockTabs({ clocks, shown, panelId, onShow }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const targets = SLA_TARGETS.filter((target) => clocks.some((clock) => clock.target === target));
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = targets.at((targets.indexOf(shown) + step) % targets.length);
    if (next === undefined) return;
    onShow(next);
    list.current?.querySelector<HTMLElement>(`[data-target=${next}]`)?.focus();
  }
  return (
    // The arrows belong to its tabs.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={list} className="clock-tabs" role="tablist" aria-label={MESSAGES.targets} onKeyDown={onKeyDown}>
      {targets.map((target) => {
        const cycle = clocks.findLast((clock) => clock.target === target)?.cycle ?? 1;
        return (
          <button
            key={target}
            id={`${panelId}-${target}`}
            type="button"
            role="tab"
            data-target={target}
            aria-selected={target === shown}
            aria-controls={panelId}
            tabIndex={target === shown ? 0 : -1}
            onClick={() => onShow(target)}
          >
            {cycle > 1 ? MESSAGES.cycleOf(TARGET_LABELS[target], cycle) : TARGET_LABELS[target]}
          </button>
        );
      })}
    </div>
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
