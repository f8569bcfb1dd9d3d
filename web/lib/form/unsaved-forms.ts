import { useEffect, useRef } from "react";

const forms = new Set<() => boolean>();
const guards = new Set<() => boolean>();

/** Lets a form on the page say, when asked, whether leaving would lose what nobody has saved. */
export function useUnsaved(mayLose: () => boolean): void {
  useListed(forms, mayLose);
}

/** Lets a page that asks before it is left say so: a window over it then leaves the question to the page. */
export function usePageGuard(mayLose: () => boolean): void {
  useListed(guards, mayLose);
}

function useListed(list: Set<() => boolean>, mayLose: () => boolean): void {
  const latest = useRef(mayLose);
  useEffect(() => {
    latest.current = mayLose;
  }, [mayLose]);
  useEffect(() => {
    const ask = () => latest.current();
    list.add(ask);
    return () => void list.delete(ask);
  }, [list]);
}

/** Whether leaving the page would lose what is written in one of its forms. */
export function hasUnsaved(): boolean {
  return [...forms].some((mayLose) => mayLose());
}

/** Whether the page itself asks before it is left. */
export function isPageGuarded(): boolean {
  return [...guards].some((mayLose) => mayLose());
}
