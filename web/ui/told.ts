import { failureWords } from "../lib/api-error.ts";
import { notSentWords } from "./tell-failure.ts";
import { toast } from "./toast.tsx";
import { whyNotAction } from "./why-not.ts";

type Words<Reply> = {
  done?: string | ((reply: Reply) => string);
  /** The fallback where the server gives no sentence, or how its sentence is put (SPEC 8). */
  failed: string | ((message: string) => string);
};

/** Tells how a change ended, as a toast. Rejects again after a failure, so that whoever waits keeps its dialog open. */
export async function told<Reply>(change: Promise<Reply>, { done, failed }: Words<Reply>): Promise<Reply> {
  try {
    const reply = await change;
    if (done) toast.success(typeof done === "string" ? done : done(reply));
    return reply;
  } catch (error) {
    const words = typeof failed === "string" ? failureWords(error, failed) : failureWords(error);
    if (words !== null)
      toast.error(typeof failed === "string" ? words : failed(words), {
        action: whyNotAction(error),
        detail: notSentWords(error),
      });
    throw error;
  }
}
