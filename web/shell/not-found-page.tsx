import { usePageTitle } from "#web/lib/public-config.ts";
import { useSession } from "#web/lib/api/session-state.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { LazyShell } from "./lazy-shell.tsx";
import { SessionLoading } from "./session-loading.tsx";
import { SHELL_MESSAGES } from "./messages.ts";

/** An unknown path: within the shell for the signed-in, alone for visitors, who need no sign-in to read it. */
export function NotFound() {
  const { isResolved, user } = useSession();
  if (!isResolved) return <SessionLoading />;
  if (!user)
    return (
      <main>
        <Lost />
      </main>
    );
  return (
    <LazyShell user={user}>
      <Lost />
    </LazyShell>
  );
}

function Lost() {
  usePageTitle(SHELL_MESSAGES.notFoundTitle);
  return (
    <div className="lost">
      <div className="contours" />
      <div className="lost-message">
        <BrandMark size={52} />
        <h1>{SHELL_MESSAGES.notFound}</h1>
        <p className="muted">{SHELL_MESSAGES.notFoundHint}</p>
        <ButtonLink to="/" look="primary" size="large">
          {SHELL_MESSAGES.backToDashboard}
        </ButtonLink>
      </div>
    </div>
  );
}
