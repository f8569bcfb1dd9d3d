import type { ReactElement } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import type { TagListProps } from "./tag-window.tsx";

const tagWindow = lazyPart(
  () => import("./tag-window.tsx"),
  (module) => module.TagWindow,
);

/** What the button that opens the list of tags has to take. */
export type OpenerProps = ReturnType<typeof useLateWindow>["opener"];

type Props = TagListProps & {
  renderButton: (props: OpenerProps) => ReactElement;
  /** T opens it as well. */
  hasKey?: boolean;
  /** It was asked for before it was here. */
  isFirst?: boolean;
};

/** A button with the list of tags. */
export function TagOpener({ renderButton, hasKey = false, isFirst = false, ...list }: Props) {
  const { opener, toggle, shown } = useLateWindow(tagWindow, isFirst);
  useHotkey("t", toggle, hasKey);
  return (
    <>
      {renderButton(opener)}
      {shown && <tagWindow.Part {...list} {...shown} />}
    </>
  );
}
