import { useNavigate } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useListState } from "#web/lib/list/use-list-state.ts";
import type { Mail } from "./data.ts";
import { type IncomingSearch, searchOf, tabOf } from "./incoming-search-params.ts";

type Options = {
  search: IncomingSearch;
  mails: readonly Mail[];
  /** The reader stands in the place of the list. */
  isSingle: boolean;
  onNear: () => void;
};

/**
 * The mail that is read, which the address names, and the cursor of the list. Beside the list the reader follows the
 * cursor and is never empty; in its place a mail is opened, and the list is found again where it was left.
 */
export function useOpenMail({ search, mails, isSingle, onNear }: Options) {
  const navigate = useNavigate();
  const tab = tabOf(search);
  const { mail: shown } = search;
  /** The mail that a key asked for last: what is shown before it is only on the way there. */
  const asked = useRef<string | null>(null);
  const scrolledTo = useRef(0);
  /** Those may stand in the list for a moment more. */
  const decided = useRef(new Set<string>());

  const show = (mail: string | undefined, manner: { replace: boolean }) =>
    void navigate({ to: "/incoming", search: searchOf(tab, mail), resetScroll: false, ...manner });
  const state = useListState({
    rows: mails,
    scope: tab,
    maySelect: true,
    onNear,
    onOpen: (id) => {
      if (id === shown) focusReader();
      else openFromList(id);
    },
    onMove: (id) => {
      if (isSingle && !shown) return;
      asked.current = id;
      show(id, { replace: true });
    },
  });
  const { cursor } = state;
  function openFromList(id: string) {
    remember(id);
    show(id, { replace: false });
  }
  function remember(id: string) {
    if (id === shown) focusReader();
    scrolledTo.current = window.scrollY;
    asked.current = null;
    cursor.point(id);
  }

  const first = mails[0]?.id;
  useEffect(() => {
    const next = mails.find(({ id }) => !decided.current.has(id));
    if (!isSingle && !shown && next) show(next.id, { replace: true });
    // The first mail of a tab, once: a newer one does not take its place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSingle, shown, first, tab]);
  useEffect(() => {
    if (asked.current !== null && asked.current !== shown) return;
    asked.current = null;
    if (shown && cursor.idNow() !== shown) cursor.point(shown);
    // The cursor follows the address, not the other way round.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown]);
  useLayoutEffect(() => {
    if (isSingle) window.scrollTo({ top: shown ? 0 : scrolledTo.current });
  }, [isSingle, shown]);

  return {
    state,
    remember,
    /** Goes on to the mail after those that were decided on; in the place of the list, back to the list. */
    moveOn(ids: readonly string[]) {
      if (!shown || !ids.includes(shown)) return;
      asked.current = null;
      for (const id of ids) decided.current.add(id);
      show(isSingle ? undefined : findNext(mails, ids, shown), { replace: true });
    },
  };
}

/** The next mail below that is not among these, else the one above. */
function findNext(mails: readonly Mail[], gone: readonly string[], from: string): string | undefined {
  const at = mails.findIndex(({ id }) => id === from);
  const below = mails.slice(at + 1).find(({ id }) => !gone.includes(id));
  return (below ?? mails.slice(0, Math.max(at, 0)).findLast(({ id }) => !gone.includes(id)))?.id;
}

function focusReader(): void {
  document.querySelector<HTMLElement>(".mail-reader")?.focus();
}
