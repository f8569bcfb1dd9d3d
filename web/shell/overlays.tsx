import { Component, type ReactNode } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { switchTheme } from "#web/lib/browser/theme.ts";
import { useLogout } from "./use-logout.ts";
import type { Commands } from "./use-commands.ts";

const palette = lazyPart(
  () => import("#web/palette/palette.tsx"),
  ({ Palette }) => Palette,
);
const shortcuts = lazyPart(
  () => import("#web/keyboard/shortcuts-sheet.tsx"),
  ({ ShortcutsSheet }) => ShortcutsSheet,
);

/** The palette or the sheet of shortcuts over the page; their code is fetched once the page itself is there. */
export function Overlays({ commands: { shown, pages, open, close } }: { commands: Commands }) {
  const logout = useLogout();
  // Typing right after Ctrl K must not wait for the code.
  usePrefetch(palette);
  const actions = { theme: switchTheme, shortcuts: () => open("shortcuts"), logout: logout.run };
  return (
    <SilentBoundary key={shown}>
      {shown === "palette" && <palette.Part pages={pages} actions={actions} onClose={close} />}
      {shown === "shortcuts" && <shortcuts.Part pages={pages} onClose={close} />}
    </SilentBoundary>
  );
}

/** Around a part that the page can do without: when it breaks, the page and what is written there stay. */
class SilentBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
