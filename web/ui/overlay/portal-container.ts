import { createContext, useContext } from "react";

/**
 * The element in which menus and lists open: the page's body, or the dialog around them. A modal dialog lets only its own
 * content scroll, and hides the rest from assistive technology.
 */
export const PortalContainerContext = createContext<HTMLElement | null>(null);

/** The element for a portal's `container`; undefined means the body. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainerContext) ?? undefined;
}
