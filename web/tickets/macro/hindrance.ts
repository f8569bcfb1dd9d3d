import { placeLabel } from "#contract/replies/placeholder-labels.ts";
import type { ReplyOf } from "#web/lib/api/api-client.ts";
import { refusalText } from "#web/lib/api/refusal-text.ts";
import { staleWords } from "#web/replies/effects/stale-words.ts";
import { MACRO_MESSAGES as MESSAGES } from "./messages.ts";

export type PreviewTicket = ReplyOf<"POST /replies/{reply_id}/preview">["tickets"][number];

/** Why a ticket cannot take a saved reply; null where it can. */
export function hindranceOf({ stale, missing, refusal }: PreviewTicket): string | null {
  const [gone] = stale;
  if (gone) return staleWords(gone);
  const labels = [...new Set(missing.map(({ label }) => placeLabel(label)))];
  if (labels.length > 0) return MESSAGES.notFilledIn(labels.join(", "));
  if (refusal === null) return null;
  return refusalText({ code: refusal.code, params: refusal.params, sentence: refusal.detail });
}
