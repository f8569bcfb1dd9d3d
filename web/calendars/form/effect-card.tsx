import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import { CALENDAR_FORM_MESSAGES as MESSAGES } from "../messages.ts";
import type { CalendarForm } from "./use-calendar-form.ts";

type Props = {
  form: CalendarForm;
  onCancel: () => void;
  /** A new one is saved as it is. */
  isNew?: boolean;
  /** What becomes of open tickets. */
  children?: ReactNode;
};

/** What saving does, and the buttons that save or take back. */
export function EffectCard({ form, onCancel, isNew = false, children }: Props) {
  return (
    <section className="card" aria-label={isNew ? undefined : MESSAGES.effect}>
      {!isNew && (
        <header className="section-head alone">
          <div className="grow">
            <h2>{MESSAGES.effect}</h2>
            <p>{MESSAGES.effectHint}</p>
          </div>
        </header>
      )}
      {children}
      <footer className="section-foot">
        <span role="status">{form.isChanged && MESSAGES.unsaved}</span>
        <span className="flex-row">
          <Button look="ghost" disabled={!isNew && !form.isChanged} onClick={onCancel}>
            {MESSAGES.cancel}
          </Button>
          <Button
            type="submit"
            look="primary"
            disabled={!isNew && !form.isChanged}
            busy={form.isBusy}
            busyLabel={MESSAGES.saving}
          >
            {MESSAGES.save}
          </Button>
        </span>
      </footer>
    </section>
  );
}
