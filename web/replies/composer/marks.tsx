import { type RefObject, useEffect, useState } from "react";
import { placeLabel } from "#contract/replies/placeholder-labels.ts";
import type { MissingPlace } from "#contract/replies/render.ts";
import { BehindText } from "../behind-text.tsx";
import { BROUGHT_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { text: string; places: readonly MissingPlace[]; boxRef: BoxRef };
type BoxRef = RefObject<HTMLTextAreaElement | null>;

/** The marks of the places that are still to be filled; the one that is selected stands out and is read out. */
export function Marks({ text, places, boxRef }: Props) {
  const chosen = useChosenPlace(boxRef, places);
  const place = places[chosen];
  return (
    <>
      <BehindText text={text} places={places} chosen={chosen} boxRef={boxRef} />
      <span className="visually-hidden" role="status">
        {place && MESSAGES.place(placeLabel(place.label), chosen + 1, places.length)}
      </span>
    </>
  );
}

/** The index of the place that is selected in the box as a whole; -1 for none. */
function useChosenPlace(boxRef: BoxRef, places: readonly MissingPlace[]): number {
  const [selected, select] = useState({ start: -1, end: -1 });
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return undefined;
    const look = () => {
      const { selectionStart: start, selectionEnd: end } = box;
      select((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    look();
    document.addEventListener("selectionchange", look);
    box.addEventListener("select", look);
    return () => {
      document.removeEventListener("selectionchange", look);
      box.removeEventListener("select", look);
    };
  }, [boxRef]);
  return places.findIndex(({ start, end }) => start === selected.start && end === selected.end);
}
