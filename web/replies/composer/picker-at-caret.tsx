import { type RefObject, useEffect, useRef } from "react";
import type { At, CaretListProps } from "#web/lib/form/use-caret-search.ts";
import type { Reply } from "../data.ts";
import { ReplyPicker } from "../picker/reply-picker.tsx";
import { type Insertion, useInsertReply } from "./use-insert-reply.ts";

type PickerProps = CaretListProps & Insertion & { token: At };

/** The list at the caret; what is chosen takes the place of the word that looked for it. */
export function PickerAtCaret({ token, ref, id, onActive, ...insertion }: PickerProps) {
  const choose = useInsertReply(insertion);
  return (
    <ReplyPicker
      ref={ref}
      id={id}
      onActive={onActive}
      token={token}
      ticketId={insertion.forReporters?.shownOn ?? insertion.ticketId}
      isInternal={insertion.isInternal}
      onChoose={(reply, language) => choose({ reply, language, place: token })}
    />
  );
}

type InsertProps = Insertion & { reply: Reply; boxRef: RefObject<HTMLTextAreaElement | null> };

/** Inserts a reply that was chosen elsewhere, at the caret. */
export function InsertReply({ reply, boxRef, ...insertion }: InsertProps) {
  const choose = useInsertReply(insertion);
  const isBegun = useRef(false);
  useEffect(() => {
    const box = boxRef.current;
    if (isBegun.current || !box) return;
    isBegun.current = true;
    void choose({ reply, place: { box, start: box.selectionEnd, search: null } });
  });
  return null;
}
