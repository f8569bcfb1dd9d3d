import { useQuery } from "@tanstack/react-query";
import { useOrganizationTimes } from "#web/lib/organization-times.ts";
import { BROUGHT_MESSAGES } from "#web/replies/composer/messages.ts";
import { type Effects, renderedQuery } from "#web/replies/data.ts";
import { EffectChips } from "#web/replies/effects/effect-chips.tsx";
import { listChips } from "#web/replies/effects/list-chips.tsx";
import type { Waiting } from "./waiting-query.ts";
import "#web/styles/replies.css";

type Props = { answer: Waiting; effects: Effects };

/** What else an answer sets when it goes out, as its author was shown it in the box. */
export function WaitingEffects({ answer, effects }: Props) {
  const { ticket_id, saved_reply_id, author_fullname } = answer;
  const texts = useOrganizationTimes();
  const { data } = useQuery({
    ...renderedQuery(saved_reply_id ?? "", ticket_id),
    enabled: saved_reply_id !== null && [effects.assignee, effects.team].some(isSomebody),
  });
  const known = (data?.effects ?? []).filter(({ field }) => field === "assignee" || field === "team");
  // Whoever reads it here may be somebody else.
  const author = { field: "assignee" as const, name: author_fullname, at: null };
  const chips = listChips(effects, {
    known: effects.assignee === "me" ? [author, ...known] : known,
    stale: [],
    // Its day is counted from the one on which the answer goes.
    when: texts.whole,
  });
  return <EffectChips chips={chips} lead={BROUGHT_MESSAGES.also} />;
}

/** Named by an id, which says nothing to anybody. */
function isSomebody(value: string | undefined): boolean {
  return value !== undefined && value !== "me" && value !== "none";
}
