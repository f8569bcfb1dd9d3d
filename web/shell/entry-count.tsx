import { countText, shortCountText } from "#web/lib/format.ts";

/** A number beside a navigation entry, with its sentence for screen readers. */
export type Count = { value: number; sentence: string };

/** The number of something, as soon as it is known. */
export function countOf(value: number | undefined, say: (count: string) => string): Count | undefined {
  return value === undefined ? undefined : { value, sentence: say(countText(value)) };
}

/** The number at the end of a navigation entry; `id` is that of its sentence. */
export function EntryCount({ id, value, sentence }: Count & { id: string }) {
  return (
    <>
      <span className="open-count expanded-only" aria-hidden="true">
        {shortCountText(value)}
      </span>
      <span id={id} hidden>
        {sentence}
      </span>
    </>
  );
}
