import { Component, type ReactNode } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { answerConfirmation, useConfirmationAsked } from "#web/lib/api/ask-for-confirmation.ts";
import { switchTheme } from "#web/lib/browser/theme.ts";
import { useLogout } from "./use-logout.ts";
import type { Commands } from "./use-commands.ts";

const palette = lazyPart(
  () => import("#web/palette/palette.tsx"),
  ({ Palette }) => Palette,
);
const confirmation = lazyPart(
  () => import("#web/auth/second-factor/confirm-dialog.tsx"),
  ({ ConfirmDialog }) => ConfirmDialog,
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

/** The question whether it is you, over whatever asked for it; code that does not come counts as no. */
export function Confirmation() {
  const isAsked = useConfirmationAsked();
  return (
    <SilentBoundary key={String(isAsked)} onBroken={() => answerConfirmation(false)}>
      {isAsked && <confirmation.Part />}
    </SilentBoundary>
  );
}

/** Around a part that the page can do without: when it breaks, the page and what is written there stay. */
class SilentBoundary extends Component<
  { children: ReactNode; onBroken?: () => void },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.props.onBroken?.();
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
