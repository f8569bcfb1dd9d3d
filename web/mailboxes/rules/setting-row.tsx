import type { ReactNode } from "react";
import { FieldError } from "#web/ui/form/field.tsx";

type Props = { label: string; hint: ReactNode; error?: string; children: ReactNode };

/** A line with its explanation and a control at the end, which names itself. */
export function SettingRow({ label, hint, error, children }: Props) {
  return (
    <div className="setting-row">
      <div>
        <span className="weight-medium" aria-hidden="true">
          {label}
        </span>
        <span className="hint">{hint}</span>
        {error && <FieldError>{error}</FieldError>}
      </div>
      {children}
    </div>
  );
}
