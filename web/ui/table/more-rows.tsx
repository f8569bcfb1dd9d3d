import { RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button.tsx";
import { UI_MESSAGES } from "../messages.ts";

/** How far below the window the foot is when the next page is asked for. */
const AHEAD = "800px";

type Props = {
  /** How much of the list is here. */
  status: ReactNode;
  /** The words where the next page could not be fetched. */
  failed: string;
  isLoading: boolean;
  /** Nothing is here yet but a skeleton. The foot would be seen to jump from it: it is only heard, and its picture shown. */
  isFirst?: boolean;
  hasMore: boolean;
  hasFailed: boolean;
  onMore: () => void;
  /** What stands at the other end. */
  children?: ReactNode;
};

/** Below rows that are not all loaded: says how many are, and asks for more when it comes near the window. */
export function MoreRows({
  status,
  failed,
  isLoading,
  isFirst,
  hasMore,
  hasFailed,
  onMore,
  children,
}: Props) {
  const ref = useNearWindow(onMore, hasMore && !isLoading && !hasFailed);
  return (
    <>
      {isFirst && (
        <div className="card-foot" aria-hidden="true">
          <span className="flex-row">{status}</span>
        </div>
      )}
      <footer className={isFirst ? "visually-hidden" : "card-foot"} ref={ref}>
        {hasFailed ? (
          <span className="flex-row" role="alert">
            {failed}
            <Button size="small" icon={<RotateCw className="icon" />} onClick={onMore}>
              {UI_MESSAGES.tryAgain}
            </Button>
          </span>
        ) : (
          <span className="flex-row" role="status">
            {status}
          </span>
        )}
        {children}
      </footer>
    </>
  );
}

/** Calls `onReached` whenever the element comes near the window, for as long as there is more. */
function useNearWindow(onReached: () => void, isEnabled: boolean) {
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
