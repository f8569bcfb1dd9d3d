import { useLayoutEffect } from "react";
import { useIsNarrow } from "#web/lib/browser/media-query.ts";
import { placeInText } from "../caret.ts";
import { place } from "./place-beside-anchor.ts";

type Standing = { box: HTMLTextAreaElement; index: number; isEmpty: boolean };

/** Between the box and the caret, in px. */
const GAP = 6;
const EDGE = 8;

/**
 * Keeps a layer at a place in a text area: above it, or below where only that has the room. On phones it is docked at the
 * lower edge of what can be seen, above the keyboard, as wide as the window.
 */
export function useStandAtCaret(
  layer: { current: HTMLElement | null },
  { box, index, isEmpty }: Standing,
): void {
  const isNarrow = useIsNarrow();
  useLayoutEffect(() => {
    const element = layer.current;
    if (!element || isEmpty) return undefined;
    const follow = () => (isNarrow ? dock(element) : stand(element, box, index));
    follow();
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    const views = [window, window.visualViewport];
    for (const view of views) {
      view?.addEventListener("scroll", follow, { capture: true, passive: true });
      view?.addEventListener("resize", follow);
    }
    return () => {
      sizes.disconnect();
      for (const view of views) {
        view?.removeEventListener("scroll", follow, { capture: true });
        view?.removeEventListener("resize", follow);
      }
    };
  }, [layer, box, index, isEmpty, isNarrow]);
}

function stand(element: HTMLElement, box: HTMLTextAreaElement, index: number): void {
  const { clientWidth, clientHeight } = document.documentElement;
  element.style.removeProperty("--room");
  const { left, top, room } = place(
    placeInText(box, index),
    { width: element.offsetWidth, height: element.offsetHeight },
    { width: clientWidth, height: clientHeight },
    { side: "top", align: "start", gap: GAP },
  );
  element.style.setProperty("--room", `${room}px`);
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, right: "auto", bottom: "auto" });
}

/** At the lower edge of what can be seen: the keyboard may cover the rest. */
function dock(element: HTMLElement): void {
  const seen = window.visualViewport;
  const covered = seen ? Math.max(0, window.innerHeight - seen.offsetTop - seen.height) : 0;
  Object.assign(element.style, {
    left: `${EDGE}px`,
    right: `${EDGE}px`,
    top: "auto",
    bottom: `${covered + EDGE}px`,
  });
}
