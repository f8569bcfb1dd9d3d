import type { ReactNode } from "react";
import { LIMITS } from "#contract/limits.ts";
import { maySetPriority } from "#contract/access/tickets.ts";
import { PRIORITIES, type Priority } from "#contract/statuses.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Field, ReadOnlyValue } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { PriorityGlyph, priorityLabel } from "#web/ui/priority-badge.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import { FORM_MESSAGES } from "./messages.ts";

type TextProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** The first field of the page takes the focus. */
  isFirst?: boolean;
  disabled?: boolean;
};

export function SubjectField({ value, onChange, error, isFirst, disabled }: TextProps) {
  return (
    <Field label={FORM_MESSAGES.subject} error={error} className="full">
      <Input
        name="subject"
        value={value}
        placeholder={FORM_MESSAGES.subjectPlaceholder}
        maxLength={LIMITS.subject}
        autoComplete="off"
        // The page has one purpose, and this is where it begins.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

export function IssueField({ label, value, onChange, error, disabled }: TextProps & { label: string }) {
  return (
    <Field label={label} error={error} className="full">
      <Textarea
        name="issue"
        rows={6}
        value={value}
        placeholder={FORM_MESSAGES.issuePlaceholder}
        maxLength={LIMITS.issue}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

type ChoiceProps<Code> = { value: string; onChange: (value: Code) => void; error?: string };

/** The choice of a priority: of those that one may set, and the one that is set. */
export function PriorityField({ value, onChange, error }: ChoiceProps<Priority>) {
  const actor = useActor();
  const offered = PRIORITIES.filter((one) => one === value || maySetPriority(actor, one));
  return (
    <Field label={FORM_MESSAGES.priority} error={error}>
      <Select<string>
        value={value}
        onChange={oneOf(offered, onChange)}
        options={offered.map((priority) => ({
          value: priority,
          label: priorityLabel(priority),
          icon: <PriorityGlyph priority={priority} />,
        }))}
      />
    </Field>
  );
}

/** The choice of a status; with nothing to choose it is only shown. */
export function StatusField<Code extends string>({
  value,
  statuses,
  onChange,
  error,
}: ChoiceProps<Code> & { statuses: readonly Code[] }) {
  if (statuses.length < 2) {
    return (
      <Field label={FORM_MESSAGES.status} readOnly>
        <ReadOnlyValue icon={<StatusGlyph status={value} />}>{statusLabel(value)}</ReadOnlyValue>
      </Field>
    );
  }
  return (
    <Field label={FORM_MESSAGES.status} error={error}>
      <Select<string>
        value={value}
        onChange={oneOf(statuses, onChange)}
        options={statuses.map((status) => ({
          value: status,
          label: statusLabel(status),
          icon: <StatusGlyph status={status} />,
        }))}
      />
    </Field>
  );
}

/** The value shown may be one that is not offered any more; a choice is always one of those that are. */
function oneOf<Code extends string>(codes: readonly Code[], onChange: (code: Code) => void) {
  return (value: string) => {
    const code = codes.find((one) => one === value);
    if (code !== undefined) onChange(code);
  };
}

/** A value that others decide on. */
export function ShownField({
  label,
  icon,
  children,
}: {
  label: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Field label={label} readOnly>
      <ReadOnlyValue icon={icon}>{children}</ReadOnlyValue>
    </Field>
  );
}
