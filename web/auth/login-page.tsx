import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBrand, usePageTitle } from "../lib/brand.ts";
import { useSession } from "../lib/session-state.ts";
import { Mark } from "../shell/mark.tsx";
import { LoginArt } from "./login-art.tsx";
import { LoginForm } from "./login-form.tsx";
import { RestoreFailure } from "./restore-failure.tsx";
import { AUTH_WORDS } from "./words.ts";

/** The way in; whoever is signed in already goes on to the page wanted, or home. */
export function LoginPage() {
  const { shortName } = useBrand();
  const { restoreFailure } = useSession();
  usePageTitle(AUTH_WORDS.title);
  useOnwards();
  return (
    <div className="login">
      <main className="pane">
        <div className="box">
          <header>
            <Mark size={36} />
            <h1>{shortName}</h1>
            <p className="sub">{AUTH_WORDS.subtitle}</p>
          </header>
          {restoreFailure && <RestoreFailure words={restoreFailure} />}
          <LoginForm />
        </div>
      </main>
      <LoginArt />
    </div>
  );
}

function useOnwards() {
  const { isAuthenticated } = useSession();
  const router = useRouter();
  useEffect(() => {
    if (isAuthenticated) router.history.replace(ownPath(router.state.location.state.wanted));
  }, [isAuthenticated, router]);
}

/** Only paths of this app: "//elsewhere.example" would leave it. */
function ownPath(wanted: string | undefined): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : "/dashboard";
}
