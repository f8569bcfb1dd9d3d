import { useQueryClient } from "@tanstack/react-query";
import { type ApplyScope, applyToOpen } from "#web/sla/preview/data.ts";
import { useApplying } from "#web/sla/preview/open-tickets.tsx";
import { type SavedSpec, useSavedForm } from "#web/lib/form/use-saved-form.ts";

/** The form of something that judges tickets: what is saved goes for open ones too where that is chosen. */
export function useAppliedForm<Saved extends { version: number }, Values extends object, Body extends object>(
  present: Saved,
  spec: Omit<SavedSpec<Saved, Values, Body>, "onSent">,
  scopeOf: (saved: Saved) => ApplyScope,
) {
  const client = useQueryClient();
  const applying = useApplying();
  const { reset, ...saved } = useSavedForm(present, {
    ...spec,
    onSent: (now) => {
      if (applying.isOn) void applyToOpen(client, scopeOf(now));
      applying.reset();
    },
  });
  return {
    ...saved,
    applying,
    /** Takes the changes back, and the choice with them. */
    reset: () => {
      applying.reset();
      reset();
    },
  };
}
