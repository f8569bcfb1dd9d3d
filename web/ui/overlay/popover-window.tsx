import { Popover } from "radix-ui";
import { type ReactNode, useMemo, useRef } from "react";
import { cx } from "../class-names.ts";
import { useAnchorInView } from "./use-anchor-in-view.ts";

type Props = {
  open: boolean;
  /** The button that opened it, which keeps telling so itself (`aria-expanded`) and gets the focus back. */
  anchor: HTMLElement;
  label: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

/** The window of a popover whose code came after its button: takes the focus, closes by Escape or a press outside. */
export function PopoverWindow({ open, anchor, label, className, onClose, children }: Props) {
  const isPressedAway = useRef(false);
  const button = useMemo(() => ({ current: anchor }), [anchor]);
  useAnchorInView(button, open);
  return (
    <Popover.Root open={open} onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          className={cx("menu", className)}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // It is seen while it leaves, and what is pressed in it then counts no more: a double click is one.
          onClickCapture={(event) => {
            if (open) return;
            event.preventDefault();
            event.stopPropagation();
          }}
          onOpenAutoFocus={() => {
            isPressedAway.current = false;
          }}
          onInteractOutside={(event) => {
            // A press on the button closes by itself.
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
            else isPressedAway.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isPressedAway.current) anchor.focus();
          }}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
