import { roleLabel } from "#contract/labels.ts";
import type { WhyNot } from "#contract/operations.ts";
import { WORDS } from "#contract/words.ts";
import { ApiError } from "../lib/api-error.ts";
import { actorOf, sessionNow } from "../lib/session-state.ts";
import { toast, type ToastOptions } from "./toast.tsx";
import { UI_WORDS } from "./words.ts";

/** The button of a toast that tells a refusal without saying why; nothing for refusals that say it themselves. */
export function whyNotAction(error: unknown): ToastOptions["action"] {
  if (!(error instanceof ApiError) || error.call === null || !isForRights(error)) return undefined;
  const { call, message } = error;
  return { label: UI_WORDS.whyNot, onClick: () => void explain(call, message) };
}

function isForRights({ status, detail }: ApiError): boolean {
  return status === 403 && (detail === WORDS.notAllowed || detail === WORDS.companyInactive);
}

async function explain(call: string, message: string): Promise<void> {
  const { user } = sessionNow();
  // The rules come with the whole contract: loaded for those who ask.
  const { whyNot } = await import("#contract/operations.ts");
  const why = user && whyNot(call, actorOf(user));
  if (why) toast.info(message, { detail: whyNotText(why) });
}

/** Which rule refuses, and who can do it: from the rules alone, so that nothing is told about what was asked for. */
export function whyNotText({ because, operation, level, who }: WhyNot): string {
  if (because === "inactive company") return UI_WORDS.whyInactive;
  const others = UI_WORDS.whoCan(who.map(roleLabel).join(", "));
  if (because === "role" || level === "no") return `${UI_WORDS.whyRole(operation.words)} ${others}`;
  return level === "yes" ? UI_WORDS.whyState : `${UI_WORDS.whyReach[level](operation.words)} ${others}`;
}
