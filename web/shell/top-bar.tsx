import { Menu as MenuIcon, Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { type TouchEvent, useRef, useState } from "react";
import { useBrand } from "../lib/brand.ts";
import type { User } from "../lib/session-state.ts";
import { Mark } from "../ui/mark.tsx";
import { SidebarContent } from "./sidebar.tsx";
import type { Over } from "./use-commands.ts";
import { SHELL_WORDS } from "./words.ts";

/** How far a finger moves left before the drawer closes, in px. */
const SWIPE_PX = 50;

type Props = { user: User; onOpen: (over: Over) => void };

/** The bar that replaces the sidebar on phones, with the drawer it opens. */
export function TopBar({ user, onOpen }: Props) {
  const { shortName } = useBrand();
  return (
    <header className="topbar">
      <Drawer user={user} onOpen={onOpen} />
      <Mark size={20} />
      <b className="trunc">{shortName}</b>
      <button
        type="button"
        className="iconbtn"
        aria-label={SHELL_WORDS.search}
        aria-haspopup="dialog"
        onClick={() => onOpen("palette")}
      >
        <Search className="i l" />
      </button>
    </header>
  );
}

function Drawer({ user, onOpen }: Props) {
  const [isOpen, setOpen] = useState(false);
  const swipe = useSwipeLeft(() => setOpen(false));
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <button type="button" className="iconbtn" aria-label={SHELL_WORDS.openMenu}>
          <MenuIcon className="i l" />
        </button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="side sheet" aria-describedby={undefined} {...swipe}>
          <Dialog.Title className="vh">{SHELL_WORDS.primary}</Dialog.Title>
          <SidebarContent
            user={user}
            isCollapsed={false}
            onToggle={() => setOpen(false)}
            onOpen={(over) => {
              setOpen(false);
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
