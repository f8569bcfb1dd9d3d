import { type ReactNode, useEffect } from "react";
import { useBrand, useConfig } from "#web/lib/public-config.ts";
import { useSession } from "#web/lib/api/session-state.ts";
import { LoginForm } from "./login-form.tsx";
import { PublicFrame } from "../public-frame.tsx";
import { RestoreSessionFailed } from "./restore-session-failed.tsx";
import { AUTH_MESSAGES } from "../messages.ts";

type Props = {
  /** The link to the forgotten password. */
  forgot: ReactNode;
  /** Called after somebody has signed in. */
  onSignedIn: () => void;
  /** Called while the desk has no administrator, so that nobody can sign in. */
  onSetup: () => void;
};

/** The sign-in page without router or cache: it stands alone on a first visit, and within the app afterwards. */
export function LoginView({ forgot, onSignedIn, onSetup }: Props) {
  const { shortName } = useBrand();
  const { restoreFailure, isAuthenticated } = useSession();
  const isSetupNeeded = useConfig()?.setup_needed === true;
  useEffect(() => {
    if (isAuthenticated) onSignedIn();
  }, [isAuthenticated, onSignedIn]);
  useEffect(() => {
    if (isSetupNeeded) onSetup();
  }, [isSetupNeeded, onSetup]);
  return (
    <PublicFrame title={AUTH_MESSAGES.title} heading={shortName} subtitle={AUTH_MESSAGES.subtitle}>
      {restoreFailure && <RestoreSessionFailed message={restoreFailure} />}
      <LoginForm forgot={forgot} />
    </PublicFrame>
  );
}

/** The path to continue at after signing in: only a path of this app, since "//elsewhere.example" would leave it. */
export function ownPathOrHome(wanted: unknown): string {
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : "/dashboard";
}
