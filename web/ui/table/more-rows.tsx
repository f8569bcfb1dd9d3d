import { RotateCw } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button.tsx";
import { UI_MESSAGES } from "../messages.ts";

/** Distance of the foot below the window at which the next page is fetched. */
const AHEAD = "800px";

type Props = {
  /** The text about the loaded part of the list. */
  status: ReactNode;
  /** The words where the next page could not be fetched. */
  failed: string;
  isLoading: boolean;
  /** Only a skeleton is shown yet. The foot would visibly jump, so it is for screen readers alone, and a placeholder is shown. */
  isFirst?: boolean;
  hasMore: boolean;
  hasFailed: boolean;
  onMore: () => void;
  /** The content at the other end of the foot. */
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
