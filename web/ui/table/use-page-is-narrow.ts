import { useEffect, useState } from "react";

/** Px of the page between its margins: up to here lists are cards (`@container page` in the sheets). */
const WIDEST_CARDS = 788;

/** Whether the page has room for cards only, whatever of the window the sidebar takes. */
export function usePageIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => widthOf(document.querySelector(".page")) <= WIDEST_CARDS);
  useEffect(() => {
    const page = document.querySelector(".page");
    if (!page) return undefined;
    const observer = new ResizeObserver(() => setNarrow(widthOf(page) <= WIDEST_CARDS));
    observer.observe(page);
    return () => observer.disconnect();
  }, []);
  return isNarrow;
}

function widthOf(page: Element | null): number {
  if (!page) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(page);
  return page.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
