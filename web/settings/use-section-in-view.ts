import { useEffect, useState } from "react";

/** The section being read: the one nearest to the top of the window, at first the first one. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const names = ids.join(" ");
  const [seen, setSeen] = useState<{ names: string; id: string | undefined } | null>(null);
  useEffect(() => {
    if (names === "") return undefined;
    const look = () => setSeen({ names, id: nearestToTop(names.split(" ")) });
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [names]);
  return seen?.names === names ? seen.id : ids[0];
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
