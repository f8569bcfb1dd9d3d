import { useEffect, useRef } from "react";

const forms = new Set<() => boolean>();

/** Lets a form on the page say, when asked, whether leaving would lose what nobody has saved. */
export function useUnsaved(mayLose: () => boolean): void {
  const latest = useRef(mayLose);
  useEffect(() => {
    latest.current = mayLose;
  }, [mayLose]);
  useEffect(() => {
    const ask = () => latest.current();
    forms.add(ask);
    return () => void forms.delete(ask);
  }, []);
}

/** Whether leaving the page would lose what is written in one of its forms. */
export function hasUnsaved(): boolean {
  return [...forms].some((mayLose) => mayLose());
}
