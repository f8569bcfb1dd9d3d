import { type ReactNode, useRef } from "react";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { SAVED_FORM_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  form: { isChanged: boolean; isBusy: boolean };
  onCancel: () => void;
  /** A new one can be saved, or left, as it is proposed. */
  isNew: boolean;
  /** What becomes of open tickets. */
  children?: ReactNode;
};

/** The end of a form whose versions stay: what saving does, and the buttons that save or take back. */
export function EffectCard({ form, onCancel, isNew, children }: Props) {
  const isIdle = !isNew && !form.isChanged;
  const hasEffect = !isNew || Boolean(children);
  const card = useRef<HTMLElement>(null);
  function cancel() {
    onCancel();
    // Both buttons are off then, and the one that was pressed would take the focus with it.
    if (!isNew) card.current?.closest("form")?.querySelector("input")?.focus();
  }
  return (
    <section ref={card} className="card" aria-label={hasEffect ? MESSAGES.effect : undefined}>
      {hasEffect && (
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
          <FormButtons
            act={MESSAGES.save}
            busyLabel={MESSAGES.saving}
            isBusy={form.isBusy}
            disabled={isIdle}
            isCancelOff={isIdle}
            onCancel={cancel}
          />
        </span>
      </footer>
    </section>
  );
}
