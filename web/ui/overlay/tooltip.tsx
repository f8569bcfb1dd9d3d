import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Floating } from "./floating.tsx";
import type { Side } from "./place-beside-anchor.ts";

/** Time that the pointer rests before a tooltip opens, in milliseconds (rule 217). */
export const TOOLTIP_DELAY_MS = 700;
/** Within so long after one tooltip the next opens at once. */
const NEXT_MS = 300;
/** Time that the pointer may take from the control to the tooltip, which may be pointed at as well. */
const LEAVE_MS = 120;

type Props = { text: ReactNode; side?: Side; children: ReactElement<HTMLAttributes<HTMLElement>> };

/** Words beside the pointer for a control that shows only an icon or a shortened text. */
export function Tip({ text, side = "top", children }: Props) {
  const id = useId();
  const tip = useTip();
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        "aria-describedby": tip.anchor ? id : own["aria-describedby"],
        onPointerEnter: both(own.onPointerEnter, tip.onPointerEnter),
        onPointerLeave: both(own.onPointerLeave, tip.leave),
        onPointerDown: both(own.onPointerDown, tip.close),
        onClick: both(own.onClick, tip.close),
        onFocus: both(own.onFocus, tip.onFocus),
        onBlur: both(own.onBlur, tip.close),
      })}
      {tip.anchor && (
        <Floating
          id={id}
          role="tooltip"
          className="tooltip"
          anchor={tip.anchor}
          side={side}
          align="center"
          gap={6}
          onDismiss={tip.close}
          onPointerEnter={tip.stay}
          onPointerLeave={tip.leave}
        >
          {text}
        </Floating>
      )}
    </>
  );
}

/** One tooltip at a time, in the whole app. */
let shown: { close: () => void } | null = null;
let closedAt = Number.NEGATIVE_INFINITY;

function useTip() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const stay = () => window.clearTimeout(timer.current);
  function close() {
    stay();
    setAnchor(null);
  }
  function after(ms: number, act: () => void) {
    stay();
    timer.current = window.setTimeout(act, ms);
  }
  useEffect(() => {
    if (!anchor) return undefined;
    const me = { close: () => setAnchor(null) };
    shown?.close();
    shown = me;
    // Scrolling closes the tooltip of an element that moves away.
    const onScroll = (event: Event) =>
      event.target instanceof Node && event.target.contains(anchor) && setAnchor(null);
    window.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll, { capture: true });
      closedAt = performance.now();
      if (shown === me) shown = null;
    };
  }, [anchor]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    anchor,
    stay,
    close,
    leave: () => after(LEAVE_MS, close),
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      if (pointerType === "touch") return;
      const isNext = shown !== null || performance.now() - closedAt < NEXT_MS;
      after(isNext ? 0 : TOOLTIP_DELAY_MS, () => setAnchor(currentTarget));
    },
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      // The focus that a press brings along asks for nothing.
      if (currentTarget.matches(":focus-visible")) setAnchor(currentTarget);
    },
  };
}

/** The control's own handler first, as if there were no tooltip. */
function both<Event>(own: ((event: Event) => void) | undefined, ours: (event: Event) => void) {
  return (event: Event) => {
    own?.(event);
    ours(event);
  };
}
