import { useState } from "react";
import { type LazyPart, usePrefetch } from "./lazy-part.tsx";

/** A button and the window that it opens, whose code comes once the page rests, or with the first sign of need. */
export function useLateWindow({ fetch }: Pick<LazyPart<object>, "fetch">, isFirstOpen = false) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  // Null until it is opened first; then the window stays, so that it can leave as it came.
  const [isOpen, setOpen] = useState<boolean | null>(isFirstOpen || null);
  const toggle = () => setOpen(!isOpen);
  usePrefetch({ fetch });
  return {
    /** For the button. */
    opener: {
      ref: setButton,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": isOpen ?? false,
      onPointerEnter: fetch,
      onFocus: fetch,
      onClick: toggle,
    },
    toggle,
    /** For the window; null while there is none. */
    shown: isOpen !== null && button ? { open: isOpen, anchor: button, onClose: () => setOpen(false) } : null,
  };
}
