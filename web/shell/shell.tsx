import { type ReactNode, useRef } from "react";
import { useAhead } from "../lib/ahead.ts";
import type { User } from "../lib/session-state.ts";
import { cx } from "../ui/class-names.ts";
import { fetchToasts } from "../ui/toast.tsx";
import { useCollapsed } from "./collapsed.ts";
import { Notices } from "./notices.tsx";
import { Over } from "./over.tsx";
import { SidebarContent } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useCommands } from "./use-commands.ts";
import { SHELL_WORDS } from "./words.ts";

/** The frame around every page of the signed-in: sidebar, or top bar and drawer on phones, and the main area. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useCollapsed();
  const main = useRef<HTMLElement>(null);
  const toggle = () => setCollapsed(!isCollapsed);
  const commands = useCommands(user, toggle);
  useAhead({ fetch: fetchToasts });
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {SHELL_WORDS.skip}
      </a>
      <div className={cx("app", isCollapsed && "collapsed")}>
        <aside className="side" aria-label={SHELL_WORDS.primary}>
          <SidebarContent user={user} isCollapsed={isCollapsed} onToggle={toggle} onOpen={commands.open} />
        </aside>
        <div className="main">
          <TopBar user={user} onOpen={commands.open} />
          <Notices />
          <main id="main" className="page" ref={main} tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <Over commands={commands} />
    </>
  );
}
