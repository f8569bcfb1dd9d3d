import { useEffect, useState } from "react";
import { readBrowserStorage, writeBrowserStorage } from "#web/lib/browser/browser-storage.ts";

const KEY = "sidebar";
/** Below this width the sidebar starts collapsed, whatever was chosen on a wide screen. */
const NARROW = "(max-width: 1100px)";

/** Whether the sidebar is collapsed: kept per browser on wide screens, per visit on narrow ones. */
export function useSidebarState(): [boolean, (isCollapsed: boolean) => void] {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  useEffect(() => {
    const narrow = window.matchMedia(NARROW);
    const follow = () => setCollapsed(startsCollapsed());
    narrow.addEventListener("change", follow);
    return () => narrow.removeEventListener("change", follow);
  }, []);
  function choose(next: boolean) {
    if (!window.matchMedia(NARROW).matches) writeBrowserStorage(KEY, next ? "collapsed" : "expanded");
    setCollapsed(next);
  }
  return [isCollapsed, choose];
}

function startsCollapsed(): boolean {
  return window.matchMedia(NARROW).matches || readBrowserStorage(KEY) === "collapsed";
}
