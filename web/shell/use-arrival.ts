import { useLocation } from "@tanstack/react-router";
import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * The title of the page that one has come to within the app, to be said: nothing else tells a screen reader that the page is
 * another one. Empty for the first page, which the browser says. Where what led there is gone with its page, `main` gets
 * the focus, so that what is read next is the new page.
 */
export function useArrival(main: RefObject<HTMLElement | null>): string {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [arrival, setArrival] = useState({ path, title: "" });
  // A layout effect runs before the page's own, in which it names itself.
  useLayoutEffect(() => {
    if (path === arrival.path) return undefined;
    const left = document.title;
    const observer = new MutationObserver(() => {
      if (document.title === left) return;
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
      setArrival({ path, title: document.title });
    });
    observer.observe(document.head, { subtree: true, childList: true });
    return () => observer.disconnect();
  }, [path, arrival.path, main]);
  return arrival.title;
}
