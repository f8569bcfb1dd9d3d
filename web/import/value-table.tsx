import type { ReactNode } from "react";
import { PRIORITIES, STATUSES } from "#contract/statuses.ts";
import { countText } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { PriorityGlyph, priorityLabel } from "#web/ui/priority-badge.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import type { Plan, Report } from "./data.ts";
import { IMPORT_MESSAGES as MESSAGES } from "./messages.ts";
import { NamePicker } from "./name-picker.tsx";

type Value = Report["values"][number];
type Meaning = Plan["values"][number];
type Props = { values: readonly Value[]; plan: Plan; onChange: (values: Meaning[]) => void };

const isKnown = ({ meaning }: Value) => meaning !== null;

/** What each value of the file stands for; those that nobody knows come first. */
export function ValueTable({ values, plan, onChange }: Props) {
  const shown = values.filter(({ field }) => !(field === "company" && plan.make_companies));
  if (shown.length === 0) return null;
  const ordered = shown.toSorted((one, other) => Number(isKnown(one)) - Number(isKnown(other)));
  const choose = (value: Value, to: string) =>
    onChange([
      ...plan.values.filter((each) => !isFor(each, value)),
      ...(to === "" && !isWord(value) ? [] : [{ field: fieldOf(value), from: value.value, to }]),
    ]);
  return (
    <Card title={MESSAGES.values} caption={MESSAGES.valuesCaption}>
      <ul className="import-columns">
        {ordered.map((value) => (
          <li key={`${value.field} ${value.value}`}>
            <div className="grow">
              <b className="truncate">{value.value}</b>
              <p className="text-small muted">
                {MESSAGES.fields[fieldOf(value)]} · {countText(value.count)}
              </p>
            </div>
            <Choice
              value={value}
              chosen={plan.values.find((each) => isFor(each, value))?.to}
              onChoose={(to) => choose(value, to)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ChoiceProps = { value: Value; chosen: string | undefined; onChoose: (to: string) => void };

function Choice({ value, chosen, onChoose }: ChoiceProps) {
  const label = MESSAGES.meaningOf(value.value);
  const { field, meaning } = value;
  if (field === "assignee" || field === "company" || field === "team")
    return <NamePicker field={field} label={label} value={chosen ?? meaning} onChange={onChoose} />;
  const options = optionsOf(field);
  const unknown = { value: "", label: MESSAGES.nobodyKnows, icon: null };
  const current = chosen ?? meaning ?? "";
  return (
    <Select
      label={label}
      value={current}
      options={current === "" ? [unknown, ...options] : options}
      onChange={onChoose}
    />
  );
}

type Option = { value: string; label: string; icon: ReactNode };

/** The few words of a field. */
function optionsOf(field: Value["field"]): Option[] {
  if (field === "status")
    return STATUSES.map((status) => ({
      value: status,
      label: statusLabel(status),
      icon: <StatusGlyph status={status} />,
    }));
  return PRIORITIES.map((priority) => ({
    value: priority,
    label: priorityLabel(priority),
    icon: <PriorityGlyph priority={priority} />,
  }));
}

const isFor = (each: Meaning, { field, value }: Value) =>
  each.field === field && each.from.toLowerCase() === value.toLowerCase();

/** A name can be nothing; a status or a priority always is one. */
const isWord = ({ field }: Value) => field !== "status" && field !== "priority";

function fieldOf({ field }: Value): Meaning["field"] {
  return field;
}
