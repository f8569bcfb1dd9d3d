import { DropdownMenu } from "radix-ui";
import { type PointerEvent, type ReactElement, type ReactNode, useRef } from "react";
import { cx } from "../class-names.ts";
import { keepMovedFocus } from "./keep-moved-focus.ts";
import { usePortalContainer } from "./portal-container.ts";
import { useAnchorInView } from "./use-anchor-in-view.ts";

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  /** For those who open it otherwise than by its button, such as by a key. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

/** A menu of actions. Not modal: the page behind stays readable for assistive technology. */
export function Menu({ trigger, align = "end", open, onOpenChange, children }: MenuProps) {
  const layer = usePortalContainer();
  const button = useRef<HTMLButtonElement>(null);
  useAnchorInView(button, open ?? false);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={layer}>
        <DropdownMenu.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={keepMovedFocus}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type ItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** A check mark or a key at the end of the row. */
  end?: ReactNode;
  onSelect?: () => void;
  /** With a link as the only child, the row is that link. */
  asChild?: boolean;
  children: ReactNode;
};

export function MenuItem({ icon, danger, disabled, end, onSelect, asChild, children }: ItemProps) {
  const className = cx("menu-item", danger && "danger");
  if (asChild) {
    return (
      <DropdownMenu.Item
        asChild
        className={className}
        disabled={disabled}
        onSelect={onSelect}
        onPointerMove={ignoreWhenClosed}
        onPointerLeave={ignoreWhenClosed}
      >
        {children}
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item
      className={className}
      disabled={disabled}
      onSelect={onSelect}
      onPointerMove={ignoreWhenClosed}
      onPointerLeave={ignoreWhenClosed}
    >
      {icon}
      <span>{children}</span>
      {end && <span className="item-end">{end}</span>}
    </DropdownMenu.Item>
  );
}

/** A menu that fades below the pointer would take the focus with it, and what was opened meanwhile would close. */
function ignoreWhenClosed(event: PointerEvent<HTMLElement>): void {
  if (event.currentTarget.closest('[role="menu"][data-state="closed"]')) event.preventDefault();
}

/** A hairline between groups of items. */
export function MenuLine() {
  return <DropdownMenu.Separator className="menu-separator" />;
}

/** Small words above a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="menu-label">{children}</DropdownMenu.Label>;
}
