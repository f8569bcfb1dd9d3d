import { SENDING_MESSAGES } from "#web/comments/sending/messages.ts";
import { refusalText } from "#web/lib/api/refusal-text.ts";
import type { InboxItem } from "./data.ts";
import { INBOX_MESSAGES as MESSAGES } from "./messages.ts";

/** What happened, and what there is to say of it. */
export function reasonText(item: InboxItem): { what: string; more: string } {
  const name = item.actor_fullname ?? MESSAGES.somebody;
  const quote = item.excerpt === null ? "" : MESSAGES.quote(item.excerpt);
  const isNote = item.visibility === "internal";
  switch (item.reason) {
    case "mentioned":
      return isNote
        ? { what: MESSAGES.mentioned(name), more: `${MESSAGES.inNote}${quote && `: ${quote}`}` }
        : quoted(MESSAGES.mentioned(name), quote);
    case "replied":
      return isNote ? { what: MESSAGES.wroteNote(name), more: "" } : quoted(MESSAGES.answered(name), quote);
    case "assigned":
      return {
        what: item.actor_fullname === null ? MESSAGES.assignedByNobody : MESSAGES.assigned(name),
        more: "",
      };
    case "due":
      return { what: MESSAGES.due, more: "" };
    default:
      return quoted(MESSAGES.unsent, whyUnsent(item));
  }
}

function whyUnsent({ stopped }: InboxItem): string {
  if (!stopped) return "";
  const { reason, refusal } = stopped;
  return refusal ? refusalText({ ...refusal, sentence: refusal.detail }) : SENDING_MESSAGES.reasons[reason];
}

function quoted(what: string, words: string) {
  return words ? { what: `${what}:`, more: words } : { what, more: "" };
}
