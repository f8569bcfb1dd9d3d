import { useState } from "react";
import { readBrowserStorage, writeBrowserStorage } from "#web/lib/browser/browser-storage.ts";

const KEY = "sidebar";

/** Whether the sidebar is collapsed: expanded at first, then as this browser's owner left it. */
export function useSidebarState(): [boolean, (isCollapsed: boolean) => void] {
  const [isCollapsed, setCollapsed] = useState(() => readBrowserStorage(KEY) === "collapsed");
  function choose(next: boolean) {
    writeBrowserStorage(KEY, next ? "collapsed" : "expanded");
    setCollapsed(next);
  }
  return [isCollapsed, choose];
}
