import { Component, memo, type ReactNode } from "react";
import { findMentions } from "#contract/comments/mention-text.ts";
import { lazyLoad, useLate } from "#web/lib/loading/lazy-load.ts";
import { cx } from "../class-names.ts";

type Render = (text: string, marked: readonly string[]) => string;

/**
 * People's own words: a safe subset of Markdown, sanitized; text without any Markdown shows exactly as written.
 * The renderer comes as a chunk of its own, only when a text on the page needs it; until then the text stands raw.
 */
export const Markdown = memo(function Markdown({ text, className, marked = NOBODY }: TextProps) {
  const render = useRender(mayHoldMarkdown(text));
  const raw = <RawText text={text} className={className} marked={marked} />;
  if (!render) return raw;
  return (
    <RawOnError key={text} raw={raw}>
      <RenderedText html={render} text={text} className={className} marked={marked} />
    </RawOnError>
  );
});

type TextProps = {
  text: string;
  className?: string;
  /** Names that stand out quietly where they follow an "@". */
  marked?: readonly string[];
};
const NOBODY: readonly string[] = [];

/** The text as it was typed. */
function RawText({ text, className, marked = NOBODY }: TextProps) {
  return (
    <div className={cx("prose", className)}>
      {text.split("\n\n").map((paragraph, index) => (
        // Paragraphs have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index}>{marked.length > 0 ? markNames(paragraph, marked) : paragraph}</p>
      ))}
    </div>
  );
}

function markNames(text: string, names: readonly string[]): ReactNode[] {
  const places = findMentions(text, names);
  return places
    .flatMap(({ start, end }, index) => [
      text.slice(places[index - 1]?.end ?? 0, start),
      <span key={start} className="mention">
        {text.slice(start, end)}
      </span>,
      ...(index === places.length - 1 ? [text.slice(end)] : []),
    ])
    .concat(places.length === 0 ? [text] : []);
}

function RenderedText({ html, text, className, marked = NOBODY }: TextProps & { html: Render }) {
  // Sanitized by the renderer itself, which hands out nothing else.
  // oxlint-disable-next-line react/no-danger
  return <div className={cx("prose", className)} dangerouslySetInnerHTML={{ __html: html(text, marked) }} />;
}

/** A text that breaks the renderer stands raw: neither the page nor the menu to remove that text goes with it. */
class RawOnError extends Component<{ raw: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.raw : this.props.children;
  }
}

/** Whether one of the texts would still stand raw: a page can wait, so that nothing moves when the renderer comes. */
export function useMarkdownPending(texts: readonly string[]): boolean {
  const isNeeded = texts.some(mayHoldMarkdown);
  return useRender(isNeeded) === null && isNeeded;
}

/** Whether any mark of the subset occurs; a false alarm only costs the chunk. */
export function mayHoldMarkdown(text: string): boolean {
  return /[`*_~#>|]|\]\(|https?:\/\/|www\.|\S@\S|^[ \t]*(?:[-+]|\d+[.)])\s|^-{3,}[ \t]*$/m.test(text);
}

const renderer = lazyLoad(
  () => import("./markdown-render.ts"),
  ({ renderMarkdown }) => renderMarkdown,
);

/** Without the renderer the text stays as written, which is readable. */
function useRender(isNeeded: boolean): Render | null {
  const render = useLate(renderer, isNeeded);
  return isNeeded ? render : null;
}
