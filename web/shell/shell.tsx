import { type ReactNode, useRef } from "react";
import { usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import type { User } from "#web/lib/api/session-state.ts";
import { cx } from "#web/ui/class-names.ts";
import { fetchToasts } from "#web/ui/feedback/toast.tsx";
import { useSidebarState } from "./sidebar-state.ts";
import { GlobalBanners } from "./global-banners.tsx";
import { Confirmation, Overlays } from "./overlays.tsx";
import { SidebarContent } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useArrival } from "./use-arrival.ts";
import { useCommands } from "./use-commands.ts";
import { usePagesAhead } from "./use-pages-ahead.ts";
import { SHELL_MESSAGES } from "./messages.ts";

/** The frame around every page of the signed-in: sidebar, or top bar and drawer on phones, and the main area. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useSidebarState();
  const main = useRef<HTMLElement>(null);
  const arrivedAt = useArrival(main);
  const toggle = () => setCollapsed(!isCollapsed);
  const commands = useCommands(user, toggle);
  usePrefetch({ fetch: fetchToasts });
  usePagesAhead(commands.pages);
  return (
    <>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {SHELL_MESSAGES.skip}
      </a>
      <div className={cx("shell", isCollapsed && "collapsed")}>
        <aside className="sidebar" aria-label={SHELL_MESSAGES.primary}>
          <SidebarContent user={user} isCollapsed={isCollapsed} onToggle={toggle} onOpen={commands.open} />
        </aside>
        <div className="main">
          <TopBar user={user} onOpen={commands.open} />
          <GlobalBanners />
          <main id="main" className="page" ref={main} tabIndex={-1}>
            {children}
          </main>
          <p className="visually-hidden" aria-live="polite">
            {arrivedAt}
          </p>
        </div>
      </div>
      <Overlays commands={commands} />
      <Confirmation />
    </>
  );
}
