import { roleLabel } from "#contract/labels.ts";
import type { RefusalReason } from "#contract/access-matrix/access-matrix.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { ApiError, isRefusal } from "#web/lib/api/api-error.ts";
import { actorOf, sessionNow } from "#web/lib/api/session-state.ts";
import { toast } from "./toast.tsx";
import type { ToastOptions } from "./toaster.tsx";
import { UI_MESSAGES } from "../messages.ts";

/** The "Why?" button of a toast with a refusal; undefined for refusals that give their reason. */
export function explainRefusalAction(error: unknown): ToastOptions["action"] {
  if (!(error instanceof ApiError) || error.call === null) return undefined;
  if (!isRefusal(error, "auth.not_allowed", "auth.company_inactive")) return undefined;
  const { call, message } = error;
  return { label: UI_MESSAGES.findRefusalReason, onClick: () => void explain(call, message) };
}

const accessMatrix = lazyLoad(() => import("#contract/access-matrix/access-matrix.ts"));

async function explain(call: string, message: string): Promise<void> {
  const { user } = sessionNow();
  // The rules come with the whole contract: loaded for those who ask.
  const { findRefusalReason } = await accessMatrix();
  const why = user && findRefusalReason(call, actorOf(user));
  if (why) toast.info(message, { detail: explainRefusalText(why) });
}

/** The refusing rule and the roles that may, derived from the rules alone: nothing about the object is disclosed. */
export function explainRefusalText({ because, operation, level, who }: RefusalReason): string {
  if (because === "inactive company") return UI_MESSAGES.whyInactive;
  const others = UI_MESSAGES.whoCan(who.map(roleLabel).join(", "));
  if (because === "role" || level === "no") return `${UI_MESSAGES.whyRole(operation.label)} ${others}`;
  return level === "yes" ? UI_MESSAGES.whyState : `${UI_MESSAGES.whyReach[level](operation.label)} ${others}`;
}
