import { failureMessage, isTemporary } from "#web/lib/api/api-error.ts";
import { UI_MESSAGES } from "../messages.ts";
import { notSentMessage, toastError } from "./toast-error.ts";
import { toast } from "./toast.tsx";

/** What a toast says; with a detail it is a warning. */
type Said = { words: string; detail?: string | undefined };

type Undoing = {
  /** The toast of one change takes the place of the one before: only the last can be undone there. */
  id: string;
  /** Takes the change back, and answers what to say of that. */
  undo: () => Promise<Said>;
  /** Said where that fails without a sentence of the server. */
  failed: string;
};

/** Tells a change as a toast with its undo, which tells itself in the same place; one that did not get through is offered again. */
export function toastUndoable(said: Said, { id, undo, failed }: Undoing): void {
  const onClick = () => void takeBack();
  tell(said, { id, action: { label: UI_MESSAGES.undo, onClick } });

  async function takeBack(): Promise<void> {
    try {
      tell(await undo(), { id });
    } catch (error) {
      if (!isTemporary(error)) return toastError(error, failed);
      toast.error(failureMessage(error, failed) ?? failed, {
        id,
        detail: notSentMessage(error),
        action: { label: UI_MESSAGES.tryAgain, onClick },
      });
    }
  }
}

type Options = Parameters<typeof toast.success>[1];

/** Tells a change that nobody can take back. */
export function tell({ words, detail }: Said, options: Options): void {
  if (detail === undefined) toast.success(words, options);
  else toast.warning(words, { ...options, detail });
}
