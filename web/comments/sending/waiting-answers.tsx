import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { commentKeys } from "#contract/query-keys.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useCommandZ } from "./use-command-z.ts";
import { WaitingAnswer } from "./waiting-answer.tsx";
import { useTakeBack } from "./waiting-acts.ts";
import type { Waiting } from "./waiting-query.ts";
import "#web/styles/sending.css";

type Props = { waiting: readonly Waiting[] };

/** The answers that wait, at the end of the conversation; Z takes the last one back that is held for a moment. */
export function WaitingAnswers({ waiting }: Props) {
  const { id } = useUser();
  useFetchWhenGone(waiting);
  const last = waiting.findLast(
    (answer) => answer.is_held && answer.state === "waiting" && answer.author_id === id,
  );
  return (
    <>
      {waiting.map((answer) => (
        <WaitingAnswer key={answer.id} answer={answer} isLast={answer === last} />
      ))}
      {last && <UndoKeys key={last.id} answer={last} />}
    </>
  );
}

/** Outside of fields, Ctrl/Cmd Z does as well. */
function UndoKeys({ answer }: { answer: Waiting }) {
  const back = useTakeBack(answer);
  const undo = () => {
    if (!back.isPending) back.mutate();
  };
  useHotkey("z", undo);
  useCommandZ(undo);
  return null;
}

/** What is gone from the list has gone out, as far as anybody knows: the conversation has it, also where no event came. */
function useFetchWhenGone(waiting: readonly Waiting[]): void {
  const client = useQueryClient();
  const before = useRef(waiting);
  useEffect(() => {
    const gone = before.current.find(({ id }) => !waiting.some((answer) => answer.id === id));
    before.current = waiting;
    if (gone) void client.invalidateQueries({ queryKey: commentKeys.list(gone.ticket_id) });
  }, [client, waiting]);
}
