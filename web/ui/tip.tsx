import { Tooltip } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { useLayer } from "./layer.ts";

/** How long the pointer rests before a tooltip opens, in milliseconds (SPEC 9). */
export const TOOLTIP_DELAY_MS = 700;

type Side = "top" | "right" | "bottom" | "left";

/** Words beside the pointer for a control that shows only an icon or a shortened text. */
export function Tip({
  text,
  side = "top",
  children,
}: {
  text: ReactNode;
  side?: Side;
  children: ReactElement;
}) {
  const layer = useLayer();
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal container={layer}>
        <Tooltip.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Stands once at the root, so that all tooltips share the delay. */
export function TipProvider({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={TOOLTIP_DELAY_MS} skipDelayDuration={300}>
      {children}
    </Tooltip.Provider>
  );
}
