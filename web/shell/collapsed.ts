import { useEffect, useState } from "react";
import { readLocal, writeLocal } from "../lib/local.ts";

const KEY = "sidebar";
/** Below this width the sidebar starts collapsed, whatever was chosen on a wide screen (design 4). */
const NARROW = "(max-width: 1100px)";

/** Whether the sidebar is collapsed: kept per browser on wide screens, per visit on narrow ones. */
export function useCollapsed(): [boolean, (isCollapsed: boolean) => void] {
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
  useEffect(() => {
    const narrow = window.matchMedia(NARROW);
    const follow = () => setCollapsed(startsCollapsed());
    narrow.addEventListener("change", follow);
    return () => narrow.removeEventListener("change", follow);
  }, []);
  function choose(next: boolean) {
    if (!window.matchMedia(NARROW).matches) writeLocal(KEY, next ? "collapsed" : "expanded");
    setCollapsed(next);
  }
  return [isCollapsed, choose];
}

function startsCollapsed(): boolean {
  return window.matchMedia(NARROW).matches || readLocal(KEY) === "collapsed";
}
