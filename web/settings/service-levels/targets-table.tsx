import { useId, useState } from "react";
import { PRIORITY_LABELS } from "#contract/labels.ts";
import { TARGET_LABELS } from "#contract/sla/messages.ts";
import { SLA_TARGETS, type SlaTarget } from "#contract/sla/targets.ts";
import type { Priority } from "#contract/statuses.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { FieldError } from "#web/ui/form/field.tsx";
import { PriorityBadge } from "#web/ui/priority-badge.tsx";
import { readDuration, writeDuration } from "./duration-text.ts";
import { isFaulty, type LevelValues, ROWS } from "./level-values.ts";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";

type Targets = LevelValues["targets"];
type Props = {
  targets: Targets;
  /** Of the table as a whole. */
  error: string | undefined;
  /** To be read. */
  disabled: boolean;
  onChange: (targets: Targets) => void;
};

/** What is promised: three durations for each priority, and whether they count around the clock. */
export function TargetsTable({ targets, error, disabled, onChange }: Props) {
  const id = useId();
  const [left, setLeft] = useState<readonly string[]>([]);
  const change = (priority: Priority, part: Partial<Targets[Priority]>) =>
    onChange({ ...targets, [priority]: { ...targets[priority], ...part } });
  function leave(priority: Priority, target: SlaTarget) {
    setLeft((now) => [...now, `${priority}-${target}`]);
    const text = targets[priority][target];
    const written = isFaulty(text) ? text : writeDuration(readDuration(text));
    if (written !== text) change(priority, { [target]: written });
  }
  const isShown = (priority: Priority, target: SlaTarget) =>
    isFaulty(targets[priority][target]) && (left.includes(`${priority}-${target}`) || error !== undefined);
  const hasFault = ROWS.some((priority) => SLA_TARGETS.some((target) => isShown(priority, target)));
  return (
    <div>
      {/* The sheet lays rows out as a grid on phones, which takes the roles from a table. */}
      <table
        className="targets-table"
        role="table"
        aria-label={MESSAGES.targets}
        aria-describedby={disabled ? undefined : `${id}-hint`}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {MESSAGES.priority}
            </th>
            {SLA_TARGETS.map((target) => (
              <th key={target} role="columnheader" scope="col">
                {TARGET_LABELS[target]}
              </th>
            ))}
            <th role="columnheader" scope="col">
              {MESSAGES.aroundTheClock}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {ROWS.map((priority) => (
            <tr key={priority} role="row">
              <th role="rowheader" scope="row">
                <PriorityBadge priority={priority} />
              </th>
              {SLA_TARGETS.map((target) => (
                <td key={target} role="cell">
                  <span className="phone-name" aria-hidden="true">
                    {TARGET_LABELS[target]}
                  </span>
                  <input
                    className="input"
                    aria-label={MESSAGES.targetFor(TARGET_LABELS[target], PRIORITY_LABELS[priority])}
                    aria-invalid={isShown(priority, target) || undefined}
                    aria-describedby={isShown(priority, target) ? `${id}-fault` : undefined}
                    autoComplete="off"
                    disabled={disabled}
                    value={targets[priority][target]}
                    onChange={(event) => change(priority, { [target]: event.target.value })}
                    onBlur={() => leave(priority, target)}
                  />
                </td>
              ))}
              <td role="cell">
                <span className="phone-name" aria-hidden="true">
                  {MESSAGES.aroundTheClock}
                </span>
                <Switch
                  aria-label={MESSAGES.aroundTheClockFor(PRIORITY_LABELS[priority])}
                  disabled={disabled}
                  checked={targets[priority].around_the_clock}
                  onChange={(event) => change(priority, { around_the_clock: event.target.checked })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!disabled && (
        <p id={`${id}-hint`} className="hint">
          {MESSAGES.targetsHint}
        </p>
      )}
      {hasFault ? (
        <FieldError id={`${id}-fault`}>{MESSAGES.targetFault}</FieldError>
      ) : (
        error !== undefined && <FieldError>{error}</FieldError>
      )}
    </div>
  );
}
