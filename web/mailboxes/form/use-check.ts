import { useState } from "react";
import { type NewMailbox, type Step, useCheckMailbox } from "../data.ts";
import { noteText } from "./check-steps.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import type { MailboxValues } from "./mailbox-values.ts";

type Found = { steps: Step[]; at: string; values: MailboxValues; version: number };

/** The last check of this visit, with its time. `version`: of the mailbox, as it is saved. */
export function useCheck(version = 0) {
  const checking = useCheckMailbox();
  const [found, setFound] = useState<Found | null>(null);
  return {
    found,
    isChecking: checking.isPending,
    run: (what: { id: string } | { body: NewMailbox }, values: MailboxValues) =>
      checking.mutate(what, {
        onSuccess: ({ steps }) => setFound({ steps, at: new Date().toISOString(), values, version }),
      }),
    /** The form, with what the check found at the field that it is about, until that field changes. */
    addTo: <Form extends MailboxForm>(form: Form): Form => ({
      ...form,
      errors: {
        ...(found?.version === version && findFieldError(found, form.values)),
        ...definedOf(form.errors),
      },
    }),
  };
}

/** The fields that some outcomes of a check are about. */
const FIELDS: Readonly<Record<string, "host" | "password" | "client_secret" | "folder">> = {
  host_unknown: "host",
  sign_in_refused: "password",
  secret_lost: "password",
  token_refused: "client_secret",
  folder_missing: "folder",
};

function findFieldError(found: Found, values: MailboxValues): Partial<Record<string, string>> {
  const step = found.steps.find(({ name, ok }) => ok === false && name !== "sending" && name !== "plus");
  const field = step && FIELDS[step.detail.code];
  if (!field || values[field] !== found.values[field]) return {};
  return { [field]: noteText(step.detail) };
}

function definedOf(errors: MailboxForm["errors"]): MailboxForm["errors"] {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
}
