import { useEffect } from "react";

const changed = new Set<object>();

/** Registers a form with unsaved changes, for as long as it has some. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = {};
    changed.add(form);
    return () => void changed.delete(form);
  }, [isChanged]);
}

/** Whether a form on the page has unsaved changes, which a reload would lose. */
export function hasUnsaved(): boolean {
  return changed.size > 0;
}
