import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { useGlobalKeys } from "#web/keyboard/global-keys.ts";
import { actorOf, type User } from "#web/lib/api/session-state.ts";
import { writeSearchText } from "#web/lib/browser/search-params.ts";
import { switchTheme } from "#web/lib/browser/theme.ts";
import { usePinned } from "#web/views/pinned.ts";
import { type NavEntry, useVisibleNav } from "./navigation.ts";

/** The overlays of the app: the palette and the sheet of shortcuts. */
export type OverlayName = "palette" | "shortcuts";
export type Commands = {
  shown: OverlayName | null;
  pages: readonly NavEntry[];
  open: (over: OverlayName) => void;
  close: () => void;
};

/** Binds the keys of the whole app, and gives the overlay that they opened. */
export function useCommands(user: User, toggleSidebar: () => void): Commands {
  const router = useRouter();
  const [shown, show] = useState<OverlayName | null>(null);
  const actor = actorOf(user);
  const pages = useVisibleNav(actor);
  const { views = [], home } = usePinned() ?? {};
  const go = (to: string, search?: object | null) => router.history.push(to + writeSearchText({ ...search }));
  useGlobalKeys({
    pages: Object.fromEntries([
      ...views.map(({ search }, at) => [at + 1, () => go("/tickets", search)] as const),
      ...pages.map(({ key, to }) => [key, () => go(to, to === "/tickets" ? home : null)] as const),
    ]),
    keys: {
      ...(mayCreateTicket(actor) && { c: () => go("/tickets/new") }),
      "/": () => show("palette"),
      "[": toggleSidebar,
      "?": () => show("shortcuts"),
    },
    palette: () => show("palette"),
    theme: switchTheme,
  });
  return { shown, pages, open: show, close: () => show(null) };
}
