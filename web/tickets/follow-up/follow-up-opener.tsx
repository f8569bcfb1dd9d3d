import type { ReactElement } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import type { FollowUpTarget } from "./follow-up-window.tsx";

const followUpWindow = lazyPart(
  () => import("./follow-up-window.tsx"),
  (module) => module.FollowUpWindow,
);

type Props = FollowUpTarget & {
  renderButton: (props: ReturnType<typeof useLateWindow>["opener"]) => ReactElement;
  /** It was asked for before it was here. */
  isFirst?: boolean;
};

/** A button with the times at which one may come back to tickets; H opens it as well. */
export function FollowUpOpener({ renderButton, isFirst = false, ...target }: Props) {
  const { opener, toggle, shown } = useLateWindow(followUpWindow, isFirst);
  useHotkey("h", toggle);
  return (
    <>
      {renderButton(opener)}
      {shown && <followUpWindow.Part {...target} {...shown} />}
    </>
  );
}
