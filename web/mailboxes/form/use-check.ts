import { useState } from "react";
import { type NewMailbox, type Step, useCheckMailbox } from "../data.ts";

/** The last check of this visit, with its time. */
export function useCheck() {
  const checking = useCheckMailbox();
  const [found, setFound] = useState<{ steps: Step[]; at: string } | null>(null);
  return {
    found,
    isChecking: checking.isPending,
    run: (what: { id: string } | { body: NewMailbox }) =>
      checking.mutate(what, {
        onSuccess: ({ steps }) => setFound({ steps, at: new Date().toISOString() }),
      }),
  };
}
