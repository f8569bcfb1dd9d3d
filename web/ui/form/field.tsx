import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { cx } from "../class-names.ts";
import { UI_MESSAGES } from "../messages.ts";

type FieldProps = {
  label: string;
  /** A line below the control; the error takes its place beside it. */
  hint?: ReactNode;
  error?: string | null;
  optional?: boolean;
  /** For values that are only shown: the label is then plain text, tied to the group. */
  readOnly?: boolean;
  className?: string;
  children: ReactNode;
};

/** A labelled control with hint and error; the control inside takes its id and aria attributes from here. */
export function Field({ label, hint, error, optional, readOnly, className, children }: FieldProps) {
  const id = useId();
  const wiring: Wiring = {
    id,
    "aria-describedby": cx(Boolean(hint) && `${id}-hint`, error && `${id}-error`) || undefined,
    "aria-invalid": error ? true : undefined,
  };
  const words = (
    <>
      {label}
      {optional && <em>{UI_MESSAGES.optional}</em>}
    </>
  );
  return (
    <div
      className={cx("field", className)}
      role={readOnly ? "group" : undefined}
      aria-label={readOnly ? label : undefined}
    >
      {readOnly ? (
        <span className="field-label">{words}</span>
      ) : (
        <label htmlFor={id} id={`${id}-label`}>
          {words}
        </label>
      )}
      <FieldWiring value={readOnly ? NONE : wiring}>{children}</FieldWiring>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The red line below a control. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className="field-error" id={id} role="alert">
      <CircleAlert className="icon small" />
      {children}
    </span>
  );
}

/** A value that is shown but cannot be changed here. */
export function ReadOnlyValue({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="read-only">
      {icon}
      <span className="truncate">{children}</span>
    </div>
  );
}

/** The props of a control inside a `Field`: id, aria-describedby, aria-invalid. */
export function useFieldWiring(): Wiring {
  return useContext(FieldWiring);
}

type Wiring = { id?: string; "aria-describedby"?: string; "aria-invalid"?: boolean };
const NONE: Wiring = {};
const FieldWiring = createContext<Wiring>(NONE);
