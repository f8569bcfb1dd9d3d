import { toast } from "#web/ui/feedback/toast.tsx";
import type { Place } from "../draft/keep-here.ts";
import type { Words } from "./bring-back.ts";
import { giveBack } from "./give-back.ts";
import { SENDING_MESSAGES as MESSAGES } from "./messages.ts";

/** Gives back words whose editor is gone, and tells where they are; `why` says what became of it. */
export async function rescueWords(place: Place, words: Words, why: string): Promise<void> {
  const kept = await giveBack(place, words);
  toast.warning(why, { detail: kept === "box" ? MESSAGES.inBox : MESSAGES.inDraft });
}
