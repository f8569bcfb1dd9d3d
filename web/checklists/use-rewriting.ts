import { useState } from "react";
import type { ChecklistItem } from "./data.ts";

export type Rewriting = ReturnType<typeof useRewriting>;

/**
 * The items whose words are being rewritten, each as it was, with its place. One that a colleague deletes meanwhile stays in the
 * list until its new words are saved, as a new item then, or given up.
 */
export function useRewriting() {
  const [held, setHeld] = useState<readonly { item: ChecklistItem; place: number }[]>([]);
  const without = (id: string) => held.filter(({ item }) => item.id !== id);
  return {
    begin: (item: ChecklistItem, place: number) => setHeld([...without(item.id), { item, place }]),
    end: (id: string) => setHeld((now) => now.filter(({ item }) => item.id !== id)),
    /** The items that are there, and at their places those that are gone. */
    shownWith(items: readonly ChecklistItem[]): readonly ChecklistItem[] {
      const gone = held.filter(({ item }) => !items.some(({ id }) => id === item.id));
      return gone.reduce<readonly ChecklistItem[]>(
        (all, { item, place }) => all.toSpliced(place, 0, item),
        items,
      );
    },
  };
}
