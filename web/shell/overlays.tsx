import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { switchTheme } from "#web/lib/browser/theme.ts";
import { useLogout } from "./use-logout.ts";
import { SilentBoundary } from "./silent-boundary.tsx";
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
