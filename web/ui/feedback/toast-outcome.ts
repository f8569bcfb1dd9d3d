import { failureMessage } from "#web/lib/api/api-error.ts";
import { notSentMessage } from "./toast-error.ts";
import { toast } from "./toast.tsx";
import { explainRefusalAction } from "./explain-refusal.ts";

type Words<Reply> = {
  done?: string | ((reply: Reply) => string);
  /** The fallback where the server gives no sentence, or how its sentence is put (rule 212). */
  failed: string | ((message: string) => string);
};

/** Tells how a change ended, as a toast. Rejects again after a failure, so that whoever waits keeps its dialog open. */
export async function toastOutcome<Reply>(
  change: Promise<Reply>,
  { done, failed }: Words<Reply>,
): Promise<Reply> {
  try {
    const reply = await change;
    if (done) toast.success(typeof done === "string" ? done : done(reply));
    return reply;
  } catch (error) {
    const message = typeof failed === "string" ? failureMessage(error, failed) : failureMessage(error);
    if (message !== null)
      toast.error(typeof failed === "string" ? message : failed(message), {
        action: explainRefusalAction(error),
        detail: notSentMessage(error),
      });
    throw error;
  }
}
