import { Menu as MenuIcon, Search } from "lucide-react";
import { useState } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { useBrand } from "#web/lib/public-config.ts";
import type { User } from "#web/lib/api/session-state.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import type { OverlayName } from "./use-commands.ts";
import { SHELL_MESSAGES } from "./messages.ts";

const drawer = lazyPart(
  () => import("./drawer.tsx"),
  (module) => module.Drawer,
);

type Props = { user: User; onOpen: (over: OverlayName) => void };

/** The bar that replaces the sidebar on phones, with the drawer it opens. */
export function TopBar({ user, onOpen }: Props) {
  const { shortName } = useBrand();
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  // Null until it is opened first; then the drawer stays, so that it can leave as it came.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  usePrefetch(drawer);
  return (
    <header className="top-bar">
      <button
        ref={setOpener}
        type="button"
        className="icon-button"
        aria-label={SHELL_MESSAGES.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isOpen ?? false}
        onClick={() => setOpen(true)}
      >
        <MenuIcon className="icon large" />
      </button>
      {isOpen !== null && (
        <drawer.Part
          user={user}
          open={isOpen}
          opener={opener}
          onClose={() => setOpen(false)}
          onOpen={onOpen}
        />
      )}
      <BrandMark size={20} />
      <b className="truncate">{shortName}</b>
      <button
        type="button"
        className="icon-button"
        aria-label={SHELL_MESSAGES.search}
        aria-haspopup="dialog"
        onClick={() => onOpen("palette")}
      >
        <Search className="icon large" />
      </button>
    </header>
  );
}
