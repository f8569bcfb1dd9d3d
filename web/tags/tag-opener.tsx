import { type ReactElement, type RefCallback, useState } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import type { TagListProps } from "./tag-window.tsx";

const tagWindow = lazyPart(
  () => import("./tag-window.tsx"),
  (module) => module.TagWindow,
);

/** What the button that opens the list of tags has to take. */
export type OpenerProps = {
  ref: RefCallback<HTMLButtonElement>;
  "aria-haspopup": "dialog";
  "aria-expanded": boolean;
  onClick: () => void;
};

type Props = TagListProps & {
  renderButton: (props: OpenerProps) => ReactElement;
  /** It was asked for before it was here. */
  isFirst?: boolean;
};

/** A button with the list of tags, whose code comes once the page rests. */
export function TagOpener({ renderButton, isFirst = false, ...list }: Props) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  // Null until it is opened first; then the window stays, so that it can leave as it came.
  const [isOpen, setOpen] = useState<boolean | null>(isFirst || null);
  // What is typed right after its key has to reach the window, not the page.
  usePrefetch(tagWindow);
  return (
    <>
      {renderButton({
        ref: setButton,
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen ?? false,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen !== null && button && (
        <tagWindow.Part {...list} open={isOpen} anchor={button} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
