import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBrand, useConfig } from "../lib/brand.ts";
import { useSession } from "../lib/session-state.ts";
import { LoginForm } from "./login-form.tsx";
import { PublicPage } from "./public-page.tsx";
import { RestoreFailure } from "./restore-failure.tsx";
import { AUTH_WORDS } from "./words.ts";

/** The way in; whoever is signed in already goes on to the page wanted, or home. */
export function LoginPage() {
  const { shortName } = useBrand();
  const { restoreFailure } = useSession();
  useOnwards();
  useSetupFirst();
  return (
    <PublicPage isEntrance title={AUTH_WORDS.title} heading={shortName} subtitle={AUTH_WORDS.subtitle}>
      {restoreFailure && <RestoreFailure words={restoreFailure} />}
      <LoginForm />
    </PublicPage>
  );
}

function useOnwards() {
  const { isAuthenticated } = useSession();
  const router = useRouter();
  useEffect(() => {
    if (isAuthenticated) router.history.replace(ownPath(router.state.location.state.wanted));
  }, [isAuthenticated, router]);
}

/** While nobody administers the desk there is nobody to sign in as. */
function useSetupFirst() {
  const isNeeded = useConfig()?.setup_needed === true;
  const navigate = useNavigate();
  useEffect(() => {
    if (isNeeded) void navigate({ to: "/setup", replace: true });
  }, [isNeeded, navigate]);
}

/** Only paths of this app: "//elsewhere.example" would leave it. */
function ownPath(wanted: string | undefined): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : "/dashboard";
}
