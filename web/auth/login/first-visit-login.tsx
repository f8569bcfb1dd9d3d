import { type MouseEvent, useCallback, useEffect } from "react";
import { LoginView, ownPathOrHome } from "./login-view.tsx";
import { AUTH_MESSAGES } from "../messages.ts";

const FORGOT = "/forgot-password";

type Props = {
  /** Fetches the app, so that it is there when it is needed. */
  onPrepare: () => void;
  /** Shows the app at an address; `replace` where going back should not lead here again. */
  onLeave: (path: string, options: { replace: boolean }) => void;
};

/** The sign-in page as the first thing of a visit: the app comes while the person types. */
export function SignInShell({ onPrepare, onLeave }: Props) {
  usePrepareOnActivity(onPrepare);
  const goOn = useCallback(() => onLeave(ownPathOrHome(wantedPath()), { replace: true }), [onLeave]);
  const setUpFirstAdministrator = useCallback(() => onLeave("/setup", { replace: true }), [onLeave]);
  const forget = (event: MouseEvent) => {
    // A new tab or window is asked for: the browser does that by itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onLeave(FORGOT, { replace: false });
  };
  return (
    <LoginView
      forgot={
        <a className="link-button forgot" href={FORGOT} onClick={forget}>
          {AUTH_MESSAGES.forgot}
        </a>
      }
      onSignedIn={goOn}
      onSetup={setUpFirstAdministrator}
    />
  );
}

/** Prepares the app at the first sign of somebody being here. */
function usePrepareOnActivity(onPrepare: () => void) {
  useEffect(() => {
    const signs = ["focusin", "pointermove", "touchstart", "keydown"];
    for (const sign of signs) document.addEventListener(sign, onPrepare, { once: true, passive: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, onPrepare);
    };
  }, [onPrepare]);
}

/** Left by the router of an earlier page load in the history's entry. */
function wantedPath(): unknown {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "wanted" in state ? state.wanted : undefined;
}
