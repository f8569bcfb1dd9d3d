import { Split } from "lucide-react";
import { useMemo, useState } from "react";
import { mayMerge } from "#contract/access/links.ts";
import type { Comment } from "#web/comments/data.ts";
import type { CommentTools } from "#web/comments/thread-entries.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { ticketAttributesOf } from "../ticket-attributes.ts";
import type { TicketDetail } from "../ticket-data.ts";
import { SPLIT_MESSAGES as MESSAGES } from "./split-messages.ts";

/** The comments that are chosen for a new ticket; null while nothing is split. */
export type Choice = { ids: readonly string[]; end: () => void };

/** Lets comments be chosen for a new ticket: an action of each begins, then each has a tick. */
export function useSplit(ticket: TicketDetail): { tools: CommentTools | null; choice: Choice | null } {
  const may = mayMerge(useActor(), ticketAttributesOf(ticket));
  const [chosen, choose] = useState<ReadonlySet<string> | null>(null);
  const tools = useMemo(() => (may ? toolsFor(chosen, choose) : null), [may, chosen]);
  return { tools, choice: chosen && { ids: [...chosen], end: () => choose(null) } };
}

type Choose = (next: ReadonlySet<string>) => void;

function toolsFor(chosen: ReadonlySet<string> | null, choose: Choose): CommentTools {
  if (!chosen)
    return {
      renderBefore: () => null,
      actionsOf: (comment) => [
        {
          label: MESSAGES.split,
          name: MESSAGES.splitName(nameOf(comment)),
          icon: <Split className="icon small" />,
          onSelect: () => choose(new Set([comment.id])),
        },
      ],
    };
  return {
    actionsOf: () => [],
    renderBefore: (comment) => (
      <Checkbox
        aria-label={MESSAGES.choose(nameOf(comment))}
        checked={chosen.has(comment.id)}
        onChange={({ target }) => {
          const next = new Set(chosen);
          if (target.checked) next.add(comment.id);
          else next.delete(comment.id);
          choose(next);
        }}
      />
    ),
  };
}

function nameOf({ author_fullname }: Comment): string {
  return author_fullname ?? "";
}
