import { Popover as Parts } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { keepMovedFocus } from "./keep-moved-focus.ts";

type Props = {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** A small window beside its button, for what is read in passing. */
export function Popover({ trigger, label, onOpenChange, children }: Props) {
  return (
    <Parts.Root onOpenChange={onOpenChange}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          className="menu popover"
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={keepMovedFocus}
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
