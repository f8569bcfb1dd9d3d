import { lazy, Suspense, useEffect } from "react";
import { switchTheme } from "#web/lib/browser/theme.ts";
import { useLogout } from "./use-logout.ts";
import { SilentBoundary } from "./silent-boundary.tsx";
import type { Commands } from "./use-commands.ts";

const fetchPalette = () => import("#web/palette/palette.tsx");
const Palette = lazy(async () => ({ default: (await fetchPalette()).Palette }));
const ShortcutsSheet = lazy(async () => ({
  default: (await import("#web/keyboard/shortcuts-sheet.tsx")).ShortcutsSheet,
}));

/** The palette or the sheet of shortcuts over the page; their code is fetched once the page itself is there. */
export function Overlays({ commands: { shown, pages, open, close } }: { commands: Commands }) {
  const logout = useLogout();
  useEffect(() => {
    // Typing right after Ctrl K must not wait for the code. A failure shows itself when the palette is opened.
    const timer = window.setTimeout(() => void fetchPalette().catch(() => undefined), 2000);
    return () => window.clearTimeout(timer);
  }, []);
  const actions = { theme: switchTheme, shortcuts: () => open("shortcuts"), logout: logout.run };
  return (
    <SilentBoundary key={shown}>
      <Suspense fallback={null}>
        {shown === "palette" && <Palette pages={pages} actions={actions} onClose={close} />}
        {shown === "shortcuts" && <ShortcutsSheet pages={pages} onClose={close} />}
      </Suspense>
    </SilentBoundary>
  );
}
