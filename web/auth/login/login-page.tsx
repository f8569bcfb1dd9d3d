import { Link, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { LoginView, ownPathOrHome } from "./login-view.tsx";
import { AUTH_MESSAGES } from "../messages.ts";

/** The sign-in page within the app; a signed-in person goes on to the wanted page, or home. */
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
