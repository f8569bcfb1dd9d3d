import { useEffect, useRef } from "react";
import { countText } from "../lib/format.ts";
import { Button } from "./button.tsx";
import { DIRECTORY_WORDS } from "./directory-words.ts";
import { UI_WORDS } from "./words.ts";

/** How far below the window the foot is when the next page is asked for. */
const AHEAD = "600px";

type Props = {
  shown: number;
  total: number;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
};

/** Below rows that are not all loaded: says how many are, and asks for more when it comes into view. */
export function MoreRows({ shown, total, isLoading, hasFailed, onMore }: Props) {
  const ref = useReached(onMore, !isLoading && !hasFailed);
  return (
    <footer className="cfoot" ref={ref}>
      <span role="status">{DIRECTORY_WORDS.shown(countText(shown), countText(total))}</span>
      {hasFailed && <span className="subtle">{DIRECTORY_WORDS.moreFailed}</span>}
      <span className="pager">
        <Button size="sm" busy={isLoading} busyLabel={UI_WORDS.loading} onClick={onMore}>
          {DIRECTORY_WORDS.more}
        </Button>
      </span>
    </footer>
  );
}

/** Calls `onReached` whenever the element comes near the window, for as long as there is more. */
function useReached(onReached: () => void, isEnabled: boolean) {
  const ref = useRef<HTMLElement>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  useEffect(() => {
    if (!isEnabled || !ref.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: AHEAD },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isEnabled]);
  return ref;
}
