import { ApiError, failureMessage } from "#web/lib/api/api-error.ts";
import { toast } from "./toast.tsx";
import { explainRefusalAction } from "./explain-refusal.ts";
import { UI_MESSAGES } from "../messages.ts";

/** Tells a failed operation as a toast: the server's sentence, else `fallback`; silent about what was cancelled. */
export function toastError(error: unknown, fallback: string): void {
  const message = failureMessage(error, fallback);
  if (message !== null)
    toast.error(message, { action: explainRefusalAction(error), detail: notSentMessage(error) });
}

/** Tells that something failed for many things at once: `title` says what, the server's sentence below it why. */
export function toastErrorBelow(title: string, error: unknown): void {
  const why = failureMessage(error);
  if (why !== null) toast.error(title, { detail: why });
}

/** The message for a request that never reached the server, else undefined. */
export function notSentMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.isUnreachable ? UI_MESSAGES.notSent : undefined;
}
