import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, isRecord, isRefusal } from "#web/lib/api/api-error.ts";
import { relativeTime } from "#web/lib/format.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { refreshMails } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";

/** Something done about mails: how it is sent, what is said of it, and what takes it back. */
export type Decision = {
  ids: readonly string[];
  send: () => Promise<unknown>;
  /** Asked once the answer is here. */
  done: () => { title: string; detail?: string; open?: () => void };
  failed: string;
  undo?: () => Promise<unknown>;
  /** Takes a refusal that is a question, and gives true for it. */
  onRefused?: (error: unknown) => boolean;
};
export type Decide = ReturnType<typeof useDecide>;

const TOAST = "incoming";
/** Time to take a decision back by the toast, in milliseconds. */
const UNDO_MS = 10_000;

/** Sends decisions, one path for all: what was done, the way back, and who was faster. `onDecided` moves on. */
export function useDecide(onDecided: (ids: readonly string[]) => void) {
  const last = useRef<(() => void) | null>(null);
  const undoing = useMutation({
    mutationFn: (back: () => Promise<unknown>) => back(),
    onError: (error) => toastError(error, MESSAGES.failed.undo),
    onSuccess: () => toast.success(MESSAGES.done.undone, { id: TOAST }),
    onSettled: refreshMails,
  });
  const deciding = useMutation({
    mutationFn: ({ send }: Decision) => send(),
    onError: (error, { failed, onRefused }) => {
      if (onRefused?.(error) !== true) explainFailure(error, failed);
    },
    onSuccess: (_, { done, undo }) => {
      const back = undo && (() => undoing.mutate(undo));
      last.current = back ?? null;
      const { title, detail, open } = done();
      const act = back ? { label: MESSAGES.undo, onClick: () => takeBack() } : undefined;
      const action = open ? { label: MESSAGES.open, onClick: open } : act;
      toast.success(title, { id: TOAST, detail, action, durationMs: UNDO_MS });
    },
    // Not waited for: the page moves on at once, and never back from where the toast has led meanwhile.
    onSettled: () => void refreshMails(),
  });
  /** Takes the last decision back, once. */
  function takeBack() {
    const back = last.current;
    last.current = null;
    if (back) back();
    else toast.info(MESSAGES.nothingToUndo, { id: TOAST });
  }
  return {
    decide: (decision: Decision) => deciding.mutate(decision, { onSuccess: () => onDecided(decision.ids) }),
    /** For forms, which move on by themselves once they have let go of their values. */
    decideAndWait: deciding.mutateAsync,
    moveOn: onDecided,
    isBusy: deciding.isPending,
    undo: takeBack,
  };
}

/** Somebody else may have decided meanwhile: the toast says who and when, and the page what became of the mail. */
function explainFailure(error: unknown, failed: string): void {
  if (!(error instanceof ApiError) || !isRefusal(error, "incoming.decided_already"))
    toastError(error, failed);
  else toast.warning(error.message, { id: TOAST, detail: whoWasFaster(error.problem.decided) });
}

function whoWasFaster(decided: unknown): string | undefined {
  if (!isRecord(decided) || typeof decided.by_fullname !== "string") return undefined;
  const when = typeof decided.at === "string" ? relativeTime(decided.at, Date.now(), "long") : "";
  return MESSAGES.wasFaster(decided.by_fullname, when);
}
