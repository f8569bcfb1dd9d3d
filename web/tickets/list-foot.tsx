import { RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { atLeastText, countText } from "../lib/format.ts";
import { useSingleKeys } from "../lib/single-keys.ts";
import { Button } from "../ui/button.tsx";
import { Keys } from "../ui/keys.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { UI_WORDS } from "../ui/words.ts";
import { LIST_WORDS } from "./words.ts";

type Props = {
  shown: number;
  total: number | undefined;
  /** There are more than `total`. */
  isMore: boolean;
  isLoading: boolean;
  hasMore: boolean;
  hasFailed: boolean;
  maySelect: boolean;
  onMore: () => void;
};

/** How far below the window the foot is when the next page is asked for. */
const AHEAD = "800px";

/** Says how much of the list is here, and fetches more when it comes near. */
export function ListFoot({ shown, total, isMore, isLoading, hasMore, hasFailed, maySelect, onMore }: Props) {
  const ref = useReached(onMore, hasMore && !isLoading && !hasFailed);
  return (
    <footer className="cfoot" ref={ref}>
      {hasFailed ? (
        <span className="row" role="alert">
          {LIST_WORDS.failedToFetch}
          <Button size="sm" icon={<RotateCw className="i s" />} onClick={onMore}>
            {UI_WORDS.tryAgain}
          </Button>
        </span>
      ) : (
        <span className="row" role="status">
          {isLoading && <Spinner />}
          {isLoading ? LIST_WORDS.loading : <Shown shown={shown} total={total} isMore={isMore} />}
        </span>
      )}
      {shown > 0 && <KeyHints maySelect={maySelect} />}
    </footer>
  );
}

function Shown({ shown, total, isMore }: Pick<Props, "shown" | "total" | "isMore">) {
  const first = shown > 1 ? "1–" : "";
  return (
    <span className="num">
      {LIST_WORDS.shown(first + countText(shown), atLeastText(total ?? shown, isMore))}
    </span>
  );
}

function KeyHints({ maySelect }: { maySelect: boolean }) {
  const [areOn] = useSingleKeys();
  return (
    <span className="row subtle xs desk key-hints" aria-hidden="true">
      <Hint keys={areOn ? ["J", "K"] : ["↓", "↑"]} words={LIST_WORDS.keys.move} />
      {areOn && maySelect && <Hint keys={["X"]} words={LIST_WORDS.keys.select} />}
      <Hint keys={["↵"]} words={LIST_WORDS.keys.open} />
      {areOn && <Hint keys={["?"]} words={LIST_WORDS.keys.all} />}
    </span>
  );
}

function Hint({ keys, words }: { keys: string[]; words: string }) {
  return (
    <span className="row">
      <Keys keys={keys} /> {words}
    </span>
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
