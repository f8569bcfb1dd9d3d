import { type ReactElement, useState } from "react";
import { useHotkey } from "#web/lib/browser/hotkeys.ts";
import { useOffer } from "#web/lib/page-commands.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import type { Named } from "./merge-data.ts";

const mergeDialog = lazyPart(
  () => import("./merge-dialog.tsx"),
  (module) => module.MergeDialog,
);

type Props = {
  tickets: readonly Named[];
  /** It was asked for before it was here. */
  isFirst?: boolean;
  isEnabled?: boolean;
  /** What the palette calls it; absent, it does not list it. */
  label?: string;
  onMerged?: (kept: Named) => void;
  renderButton: (props: { onClick: () => void; fetch: () => void }) => ReactElement;
};

/** Opens the window in which tickets are merged; M does as well. */
export function MergeOpener({ tickets, isFirst = false, isEnabled = true, ...rest }: Props) {
  const [isOpen, setOpen] = useState(isFirst && isEnabled);
  const open = () => isEnabled && setOpen(true);
  useHotkey("m", open, isEnabled);
  useOffer({ id: "merge", label: rest.label ?? "", act: open }, "M", isEnabled && rest.label !== undefined);
  return (
    <>
      {rest.renderButton({ onClick: open, fetch: mergeDialog.fetch })}
      {isOpen && (
        <mergeDialog.Part
          tickets={tickets}
          onClose={() => setOpen(false)}
          onMerged={(kept) => {
            setOpen(false);
            rest.onMerged?.(kept);
          }}
        />
      )}
    </>
  );
}
