import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** How long a jump to a section may take; what passes by on the way does not count. */
const JUMP_MS = 700;

/** The section that is being read: the one jumped to, then the one nearest to the top of the window. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const { hash, pathname } = useLocation();
  const [seen, setSeen] = useState<{ place: string; id: string | undefined } | null>(null);
  const names = ids.join(" ");
  const place = `${pathname}#${hash}`;
  useEffect(() => {
    const arrived = performance.now();
    function look() {
      if (performance.now() - arrived > JUMP_MS)
        setSeen({ place, id: nearestToTop(names.split(" ").filter(Boolean)) });
    }
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [names, place]);
  return seen?.place === place ? seen.id : (ids.find((id) => id === hash) ?? ids[0]);
}

function nearestToTop(ids: readonly string[]): string | undefined {
  const page = document.documentElement;
  if (window.innerHeight + window.scrollY >= page.scrollHeight - 2) return ids.at(-1);
  const line = window.innerHeight / 4;
  return ids.findLast((id) => topOf(id) <= line) ?? ids[0];
}

function topOf(id: string): number {
  return (
    document.querySelector(`#${CSS.escape(id)}`)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  );
}
