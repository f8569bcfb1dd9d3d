import { Dialog } from "radix-ui";
import { type TouchEvent, useRef } from "react";
import type { User } from "#web/lib/api/session-state.ts";
import { SidebarContent } from "./sidebar.tsx";
import type { OverlayName } from "./use-commands.ts";
import { SHELL_MESSAGES } from "./messages.ts";

/** Distance of a swipe to the left that closes the drawer, in px. */
const SWIPE_PX = 50;

type Props = {
  user: User;
  open: boolean;
  /** The button that opened it: it gets the focus back. */
  opener: HTMLElement | null;
  onClose: () => void;
  onOpen: (over: OverlayName) => void;
};

/** The sidebar as a sheet from the left, on phones. */
export function Drawer({ user, open, opener, onClose, onOpen }: Props) {
  const swipe = useSwipeLeft(onClose);
  return (
    <Dialog.Root open={open} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="sidebar drawer"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener?.focus();
          }}
          {...swipe}
        >
          <Dialog.Title className="visually-hidden">{SHELL_MESSAGES.primary}</Dialog.Title>
          <SidebarContent
            user={user}
            isCollapsed={false}
            onToggle={onClose}
            onOpen={(over) => {
              onClose();
              onOpen(over);
            }}
            inDrawer
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useSwipeLeft(onSwipe: () => void) {
  const start = useRef<number | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      start.current = event.touches[0]?.clientX ?? null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const end = event.changedTouches[0]?.clientX;
      if (start.current !== null && end !== undefined && start.current - end > SWIPE_PX) onSwipe();
    },
  };
}
