import { useEffect } from "react";

const changed = new Set<object>();

/** Says that a form on the page holds what nobody has saved, for as long as it does. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = {};
    changed.add(form);
    return () => void changed.delete(form);
  }, [isChanged]);
}

/** Whether loading the page anew would lose what is written in one of its forms. */
export function hasUnsaved(): boolean {
  return changed.size > 0;
}
