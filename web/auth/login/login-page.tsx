import { Link, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { LoginView, ownPathOrHome } from "./login-view.tsx";
import { AUTH_MESSAGES } from "../messages.ts";

/** The way in within the app; whoever is signed in already goes on to the page wanted, or home. */
export function LoginPage() {
  const router = useRouter();
  const goOn = useCallback(
    () => router.history.replace(ownPathOrHome(router.state.location.state.wanted)),
    [router],
  );
  const setUpFirstAdministrator = useCallback(
    () => void router.navigate({ to: "/setup", replace: true }),
    [router],
  );
  return (
    <LoginView
      forgot={
        <Link className="link-button forgot" to="/forgot-password">
          {AUTH_MESSAGES.forgot}
        </Link>
      }
      onSignedIn={goOn}
      onSetup={setUpFirstAdministrator}
    />
  );
}
