import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { mayCreateTicket } from "#contract/access/tickets.ts";
import { useGlobalKeys } from "#web/keyboard/global-keys.ts";
import { actorOf, type User } from "#web/lib/api/session-state.ts";
import { useTakesMail } from "#web/lib/live/held-mails.ts";
import { switchTheme } from "#web/lib/browser/theme.ts";
import { type NavEntry, visibleNav } from "./navigation.ts";

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
  const pages = visibleNav(actor, useTakesMail());
  const go = (to: string) => router.history.push(to);
  useGlobalKeys({
    pages: Object.fromEntries(pages.map(({ key, to }) => [key, () => go(to)])),
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
