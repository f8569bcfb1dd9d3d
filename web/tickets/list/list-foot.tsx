import { atLeastCountText, countText } from "#web/lib/format.ts";
import { useSingleKeys } from "#web/lib/browser/single-key-shortcuts.ts";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { MoreRows } from "#web/ui/table/more-rows.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { LIST_MESSAGES } from "../messages.ts";

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
      {LIST_MESSAGES.loading}
    </>
  ) : (
    <Shown shown={shown} total={total} isMore={isMore} />
  );
  return (
    <MoreRows status={status} failed={LIST_MESSAGES.failedToFetch} {...more}>
      {shown > 0 && <KeyHints maySelect={maySelect} />}
    </MoreRows>
  );
}

function Shown({ shown, total, isMore }: Pick<Props, "shown" | "total" | "isMore">) {
  const first = shown > 1 ? "1–" : "";
  return (
    <span className="numeric">
      {LIST_MESSAGES.shown(first + countText(shown), atLeastCountText(total ?? shown, isMore))}
    </span>
  );
}

function KeyHints({ maySelect }: { maySelect: boolean }) {
  const [areOn] = useSingleKeys();
  return (
    <span className="flex-row subtle text-tiny desktop-only key-hints" aria-hidden="true">
      <Hint keys={areOn ? ["J", "K"] : ["↓", "↑"]} words={LIST_MESSAGES.keys.move} />
      {areOn && maySelect && <Hint keys={["X"]} words={LIST_MESSAGES.keys.select} />}
      <Hint keys={["↵"]} words={LIST_MESSAGES.keys.open} />
      {areOn && <Hint keys={["?"]} words={LIST_MESSAGES.keys.all} />}
    </span>
  );
}

function Hint({ keys, words }: { keys: string[]; words: string }) {
  return (
    <span className="flex-row">
      <KeyCaps keys={keys} /> {words}
    </span>
  );
}
