import { ApiError, failureWords } from "../lib/api-error.ts";
import { toast } from "./toast.tsx";
import { whyNotAction } from "./why-not.ts";
import { UI_WORDS } from "./words.ts";

/** Tells a failed operation as a toast: the server's sentence, else `fallback`; silent about what was cancelled. */
export function tellFailure(error: unknown, fallback: string): void {
  const words = failureWords(error, fallback);
  if (words !== null) toast.error(words, { action: whyNotAction(error), detail: notSentWords(error) });
}

/** What became of something that could not reach the server, where that is so. */
export function notSentWords(error: unknown): string | undefined {
  return error instanceof ApiError && error.isUnreachable ? UI_WORDS.notSent : undefined;
}
