import type { ReactNode } from "react";
import { LIMITS } from "#contract/limits.ts";
import { PRIORITIES } from "#contract/statuses.ts";
import { Field, ReadOnlyValue } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { PriorityGlyph, priorityLabel } from "#web/ui/priority-badge.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { StatusGlyph, statusLabel } from "#web/ui/status-badge.tsx";
import { FORM_MESSAGES } from "./messages.ts";

/** What is wrong with each field, in the words of the contract. */
export type FieldErrors = Record<string, string>;

type TextProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string;
  /** Where the page begins: it takes the focus. */
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

type ChoiceProps = { value: string; onChange: (value: string) => void; error?: string };

export function PriorityField({ value, onChange, error }: ChoiceProps) {
  return (
    <Field label={FORM_MESSAGES.priority} error={error}>
      <Select
        value={value}
        onChange={onChange}
        options={PRIORITIES.map((priority) => ({
          value: priority,
          label: priorityLabel(priority),
          icon: <PriorityGlyph priority={priority} />,
        }))}
      />
    </Field>
  );
}

/** The choice of a status; with nothing to choose it is only shown. */
export function StatusField({
  value,
  statuses,
  onChange,
  error,
}: ChoiceProps & { statuses: readonly string[] }) {
  if (statuses.length < 2) {
    return (
      <Field label={FORM_MESSAGES.status} readOnly>
        <ReadOnlyValue icon={<StatusGlyph status={value} />}>{statusLabel(value)}</ReadOnlyValue>
      </Field>
    );
  }
  return (
    <Field label={FORM_MESSAGES.status} error={error}>
      <Select
        value={value}
        onChange={onChange}
        options={statuses.map((status) => ({
          value: status,
          label: statusLabel(status),
          icon: <StatusGlyph status={status} />,
        }))}
      />
    </Field>
  );
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
