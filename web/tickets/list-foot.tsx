import { atLeastText, countText } from "../lib/format.ts";
import { useSingleKeys } from "../lib/single-keys.ts";
import { Keys } from "../ui/keys.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { LIST_WORDS } from "./words.ts";

type Props = {
  shown: number;
  total: number | undefined;
  /** There are more than `total`. */
  isMore: boolean;
  isLoading: boolean;
  isFirst: boolean;
  hasMore: boolean;
  hasFailed: boolean;
  maySelect: boolean;
  onMore: () => void;
};

/** Says how much of the list is here, and fetches more when it comes near. */
export function ListFoot({ shown, total, isMore, maySelect, ...more }: Props) {
  const status = more.isLoading ? (
    <>
      <Spinner />
      {LIST_WORDS.loading}
    </>
  ) : (
    <Shown shown={shown} total={total} isMore={isMore} />
  );
  return (
    <MoreRows status={status} failed={LIST_WORDS.failedToFetch} {...more}>
      {shown > 0 && <KeyHints maySelect={maySelect} />}
    </MoreRows>
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
