import { useEffect, useRef } from "react";
import { incomingKeys } from "#contract/query-keys.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { onChanges } from "#web/lib/live/changes.ts";

/**
 * Takes live changes into the list: at once, or, while it is held (somebody points at it or has selected mails), when
 * it is let go. Rows that move below a pointer would be pressed by mistake.
 */
export function useLiveMails(isHeld: boolean): void {
  const held = useRef(isHeld);
  const isBehind = useRef(false);
  useEffect(() => {
    held.current = isHeld;
    if (isHeld || !isBehind.current) return;
    isBehind.current = false;
    refresh();
  }, [isHeld]);
  useEffect(
    () =>
      onChanges("incoming", () => {
        isBehind.current = held.current;
        if (!held.current) refresh();
      }),
    [],
  );
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: incomingKeys.lists() });
}
