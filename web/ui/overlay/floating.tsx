import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { usePortalContainer } from "./portal-container.ts";
import { type Align, place, type Side } from "./place-beside-anchor.ts";

type Props = ComponentProps<"div"> & {
  /** The element that the box stands beside. */
  anchor: Element;
  side: Side;
  align: Align;
  /** Between anchor and box, in px. */
  gap: number;
  /** Asked by Escape, which then means nothing else, and by a press anywhere but on the box and its anchor. */
  onDismiss: () => void;
};

/** A box that opens beside an element and follows it. The focus stays on the element that opened it. */
export function Floating({ anchor, side, align, gap, onDismiss, ...rest }: Props) {
  const layer = usePortalContainer();
  const box = useRef<HTMLDivElement>(null);
  useDismissal(box, anchor, onDismiss);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const follow = () => stand(element, anchor, { side, align, gap });
    follow();
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    sizes.observe(anchor);
    // Any part of the page may scroll, and scrolling does not bubble.
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [anchor, side, align, gap]);
  return createPortal(<div {...rest} ref={box} data-state="open" />, layer ?? document.body);
}

type Where = { side: Side; align: Align; gap: number };

/** Places a box by what is laid out, not by what is drawn: it is moved a little while it appears. */
function stand(element: HTMLElement, anchor: Element, where: Where): void {
  const beside = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  element.style.setProperty("--anchor-width", `${beside.width}px`);
  // The box takes its full height for the question on which side it fits.
  element.style.removeProperty("--room");
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const { left, top, room } = place(beside, size, { width, height }, where);
  element.style.setProperty("--room", `${room}px`);
  Object.assign(element.style, { position: "fixed", left: `${left}px`, top: `${top}px` });
}

/** Open boxes, the innermost last: Escape concerns that one alone. */
const open: object[] = [];

function useDismissal(box: RefObject<HTMLElement | null>, anchor: Element, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const me = {};
    open.push(me);
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || open.at(-1) !== me) return;
      // The capture phase comes before the dialog or the page around it.
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    }
    function onPointerDown({ target }: PointerEvent) {
      if (target instanceof Node && !box.current?.contains(target) && !anchor.contains(target))
        latest.current();
    }
    window.addEventListener("keydown", onKeyDown, { capture: true });
    window.addEventListener("pointerdown", onPointerDown, { capture: true });
    return () => {
      open.splice(open.indexOf(me), 1);
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      window.removeEventListener("pointerdown", onPointerDown, { capture: true });
    };
  }, [box, anchor]);
}
