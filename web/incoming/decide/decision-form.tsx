import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { useForm } from "#web/lib/form/use-form.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { INCOMING_MESSAGES } from "../messages.ts";

type Props = {
  label: string;
  form: Pick<ReturnType<typeof useForm>, "onSubmit" | "onSendKey" | "mayLose" | "isBusy">;
  act: string;
  icon: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A form within the card of what can be done: its first control has the focus, Escape closes it, and leaving asks where
 * something was entered.
 */
export function DecisionForm({ label, form, act, icon, onClose, children }: Props) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The button that opened it is gone; a field may have taken the focus.
    if (element.current?.contains(document.activeElement)) return;
    element.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    form.onSendKey(event);
    // Lists that are open within it take theirs before.
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={element} aria-label={label} noValidate onSubmit={form.onSubmit} onKeyDown={onKeyDown}>
      <div className="decide-form stack">{children}</div>
      <div className="decide-acts">
        {/* Where the buttons of decisions stood: the likeliest first. */}
        <FormButtons
          isActFirst
          act={act}
          icon={icon}
          isBusy={form.isBusy}
          busyLabel={INCOMING_MESSAGES.saving}
          onCancel={onClose}
        />
      </div>
      <LeaveGuard form={form} description={INCOMING_MESSAGES.leave} />
    </form>
  );
}
