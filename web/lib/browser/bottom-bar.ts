import { useEffect } from "react";

/**
 * Tells the style sheets that a bar lies at the bottom of the window, so that toasts stand above it. They could find it
 * themselves (`:has`), but then the browser looks through the whole page at each of its changes.
 */
export function useBottomBar(name: "selection" | "decide" | null): void {
  useEffect(() => {
    if (!name) return undefined;
    document.body.dataset["bottomBar"] = name;
    return () => {
      delete document.body.dataset["bottomBar"];
    };
  }, [name]);
}
