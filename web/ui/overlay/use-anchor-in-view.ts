import { type RefObject, useLayoutEffect } from "react";

/** Scrolls to the button of what opens beside it: a key opens it wherever the page stands, a click only where it is seen. */
export function useAnchorInView(anchor: RefObject<Element | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    if (isOpen) anchor.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [anchor, isOpen]);
}
