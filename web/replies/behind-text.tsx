import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cx } from "#web/ui/class-names.ts";

type Place = { start: number; end: number };
type Props = {
  text: string;
  /** In their order, none in another. */
  places: readonly Place[];
  /** The index of the one that stands out. */
  chosen?: number;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  className?: string;
};

/** Marks places of a text area's words, drawn behind them. It has the text's own lines and scrolls with them. */
export function BehindText({ text, places, chosen = -1, boxRef, className }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useStandBehind(layer, boxRef);
  return (
    <div ref={layer} className={cx("behind-text", className)} aria-hidden="true">
      {piecesOf(text, places, chosen)}
    </div>
  );
}

function piecesOf(text: string, places: readonly Place[], chosen: number): ReactNode[] {
  const ends = [0, ...places.map(({ end }) => end)];
  return [
    ...places.flatMap(({ start, end }, index) => [
      text.slice(ends[index], start),
      <mark key={start} className={cx(index === chosen && "is-chosen")}>
        {text.slice(start, end)}
      </mark>,
    ]),
    // A last line that is empty has its height only with something in it.
    `${text.slice(ends.at(-1))}\u200b`,
  ];
}

/** Keeps a layer at the place of a box and at the same lines, as wide as the words in it. */
function useStandBehind(
  layerRef: RefObject<HTMLElement | null>,
  boxRef: RefObject<HTMLTextAreaElement | null>,
): void {
  // After each drawing: the box may have grown with its text, and scrolled to its caret.
  useEffect(() => {
    const [layer, box] = [layerRef.current, boxRef.current];
    if (!box || !layer) return undefined;
    const follow = () => {
      Object.assign(layer.style, {
        top: `${box.offsetTop + box.clientTop}px`,
        left: `${box.offsetLeft + box.clientLeft}px`,
        width: `${box.clientWidth}px`,
        height: `${box.clientHeight}px`,
      });
      layer.scrollTop = box.scrollTop;
    };
    follow();
    const sizes = new ResizeObserver(follow);
    sizes.observe(box);
    box.addEventListener("scroll", follow, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener("scroll", follow);
    };
  });
}
