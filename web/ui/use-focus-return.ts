import { useLayoutEffect, useState } from "react";
import { rememberPlace } from "./kept-focus.ts";

/** Gives the focus back to what had it when the calling part opened, once the part is gone and has taken the focus along. */
export function useFocusReturn(): void {
  const [giveBack] = useState(() => rememberPlace(document.activeElement));
  // After all that is drawn at once has come and gone.
  useLayoutEffect(() => () => queueMicrotask(giveBack), [giveBack]);
}
