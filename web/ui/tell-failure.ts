import { failureWords } from "../lib/api-error.ts";
import { toast } from "./toast.tsx";

/** Tells a failed operation as a toast: the server's sentence, else `fallback`; silent about what was cancelled. */
export function tellFailure(error: unknown, fallback: string): void {
  const words = failureWords(error, fallback);
  if (words !== null) toast.error(words);
}
