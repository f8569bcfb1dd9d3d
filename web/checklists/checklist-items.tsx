import { useState } from "react";
import { CHECKLIST_CARD_MESSAGES as MESSAGES } from "./card-messages.ts";
import { ChecklistRow } from "./checklist-row.tsx";
import { type ChecklistItem, useAddItem, useChangeItem, useDeleteItem } from "./data.ts";
import type { Rewriting } from "./use-rewriting.ts";

type Props = {
  ticketId: string;
  items: readonly ChecklistItem[];
  mayChange: boolean;
  rewriting: Rewriting;
};

/** The items in their order. Alt with an arrow moves one, dragging does too; a place is told to those who do not see it. */
export function ChecklistItems({ ticketId, items, mayChange, rewriting }: Props) {
  const adding = useAddItem(ticketId);
  const changing = useChangeItem(ticketId);
  const deleting = useDeleteItem(ticketId);
  const [told, setTold] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  function move(item: ChecklistItem, place: number) {
    if (place < 0 || place >= items.length || items[place]?.id === item.id) return;
    changing.mutate({ id: item.id, change: { place } });
    setTold(MESSAGES.moved(item.text, place + 1, items.length));
  }
  return (
    <>
      <ul className="checklist-items">
        {rewriting.shownWith(items).map((item) => {
          const index = items.indexOf(item);
          const isGone = index === -1;
          return (
            <ChecklistRow
              key={item.id}
              item={item}
              mayChange={mayChange}
              isGone={isGone}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              isDragged={dragged === item.id}
              onTick={(done) => changing.mutate({ id: item.id, change: { done } })}
              onRewrite={() => rewriting.begin(item, index)}
              onRename={(text) =>
                isGone ? adding.mutateAsync(text) : changing.mutateAsync({ id: item.id, change: { text } })
              }
              onRewritten={() => rewriting.end(item.id)}
              onMove={(step) => move(item, index + step)}
              onDelete={() => deleting.mutate(item.id)}
              onDrag={setDragged}
              onDrop={() => {
                const moved = items.find(({ id }) => id === dragged);
                if (moved) move(moved, index);
              }}
            />
          );
        })}
      </ul>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </>
  );
}
