import { useQueryClient } from "@tanstack/react-query";
import type { Language } from "#contract/languages.ts";
import { LIMITS } from "#contract/limits.ts";
import { countText } from "#web/lib/format.ts";
import { typeText } from "#web/lib/form/use-caret-search.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { type Rendered, type Reply, renderedQuery, replyQuery } from "../data.ts";
import { PICKER_MESSAGES as MESSAGES } from "../picker/messages.ts";
import type { Brought, Step } from "./brought.ts";
import { joinBrought } from "./join-brought.ts";
import { useApplyReply } from "./use-apply-reply.ts";

/** An answer to all reporters takes the words of a saved reply alone, with their places: each reporter's own are filled in. */
export type ForReporters = {
  /** The ticket on which the list shows how a reply reads. */
  shownOn: string;
  /** A reply stands in the box as it is, and nothing else. */
  onReply: (replyId: string) => void;
};

export type Insertion = {
  ticketId: string;
  /** Set where the words go to all reporters of an incident. */
  forReporters: ForReporters | null;
  isInternal: boolean;
  brought: Brought | undefined;
  onStep: (step: Step) => void;
  /** Makes a note of the words. */
  onNote: () => void;
  onApplied: () => void;
  /** It is inserted, applied, or refused. */
  onClose: () => void;
};
/** Where it goes: in place of the word that looked for it, or at the caret. */
type Place = { box: HTMLTextAreaElement; start: number; search: string | null };
type Choice = { reply: Reply; language?: Language | undefined; place: Place };

/** Puts a saved reply in the box, filled in for the ticket; one without a text is applied at once. */
export function useInsertReply(insertion: Insertion) {
  const { ticketId, forReporters, isInternal, brought, onStep, onNote, onApplied, onClose } = insertion;
  const client = useQueryClient();
  const apply = useApplyReply({ ticketId, onApplied });

  function insert({ reply, place }: Choice, { text, effects }: Rendered) {
    const { box } = place;
    const before = { text: box.value, brought };
    if (text === null) return;
    if (!takeWord(place, text)) {
      toast.error(MESSAGES.tooLong(countText(LIMITS.comment)));
      return;
    }
    const isAlone = box.value.trim() === text.trim();
    const next = joinBrought(brought, broughtBy(reply, effects));
    onStep({ before, after: { text: box.value, brought: next } });
    if (reply.visibility === "internal" && !isInternal && isAlone) onNote();
  }
  async function insertFilledIn(choice: Choice): Promise<void> {
    // The preview may be older than what was changed on the ticket since.
    const asked = { ...renderedQuery(choice.reply.id, ticketId, choice.language), staleTime: 0 };
    insert(choice, await client.fetchQuery(asked));
  }
  async function insertForReporters({ reply, place }: Choice): Promise<void> {
    const { texts } = await client.fetchQuery(replyQuery(reply.id));
    const text = texts[0]?.body ?? "";
    if (!takeWord(place, text)) toast.error(MESSAGES.tooLong(countText(LIMITS.comment)));
    else if (place.box.value === text) forReporters?.onReply(reply.id);
  }
  return async function choose(choice: Choice): Promise<void> {
    const { reply, place } = choice;
    if (forReporters && (reply.languages.length === 0 || reply.visibility === "internal")) {
      toast.warning(MESSAGES.noTextForClients);
      return onClose();
    }
    if (isInternal && reply.visibility === "public") {
      toast.warning(MESSAGES.onlyForClients);
      return onClose();
    }
    if (reply.languages.length === 0) {
      takeWord(place, "");
      apply.mutate(reply);
      return onClose();
    }
    try {
      await (forReporters ? insertForReporters(choice) : insertFilledIn(choice));
    } catch (error) {
      toastError(error, MESSAGES.failedToInsert);
    }
    onClose();
  };
}

/** What a reply brings to the box besides words. */
function broughtBy(reply: Reply, effects: Rendered["effects"]): Brought {
  return {
    id: reply.id,
    effects: reply.effects,
    known: effects.map(({ field, name, at }) => ({ field, name, at })),
    stale: effects.flatMap(({ stale }) => stale ?? []),
  };
}

/** Types in place of the word at the caret; false where the text would be longer than it may be. */
function takeWord({ box, start, search }: Place, text: string): boolean {
  const word = search === null ? "" : `;${search}`;
  // Somebody may have gone on typing meanwhile.
  const isThere = word !== "" && box.value.startsWith(word, start);
  if (box.value.length - (isThere ? word.length : 0) + text.length > LIMITS.comment) return false;
  box.focus();
  if (isThere) box.setSelectionRange(start, start + word.length);
  if (isThere || text !== "") typeText(box, text);
  return true;
}
