import { createContext, useContext } from "react";

/**
 * Where menus and lists open: in the page's body, or within the dialog around them. A modal dialog lets only what
 * stands inside it scroll, and hides the rest from assistive technology.
 */
export const PortalContainerContext = createContext<HTMLElement | null>(null);

/** The element for a portal's `container`; undefined means the body. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainerContext) ?? undefined;
}
