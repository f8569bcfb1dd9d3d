import { countText, shortCountText } from "#web/lib/format.ts";
import { cx } from "#web/ui/class-names.ts";

/** A number beside a navigation entry, with its sentence for screen readers; `isNews` fills its pill. */
export type Count = { value: number; sentence: string; isNews?: boolean };

/** The number of something, as soon as it is known. */
export function countOf(value: number | undefined, say: (count: string) => string): Count | undefined {
  return value === undefined ? undefined : { value, sentence: say(countText(value)) };
}

/** What is news: nothing where there is none, and "99+" where there is more. */
export function newsOf(value: number | undefined, say: (count: string) => string): Count | undefined {
  const count = countOf(value || undefined, say);
  return count && { ...count, isNews: true };
}

/** The number at the end of a navigation entry; `id` is that of its sentence. */
export function EntryCount({ id, value, sentence, isNews }: Count & { id: string }) {
  return (
    <>
      <span className={cx("open-count expanded-only", isNews && "news")} aria-hidden="true">
        {isNews && value > 99 ? "99+" : shortCountText(value)}
      </span>
      <span id={id} hidden>
        {sentence}
      </span>
    </>
  );
}
