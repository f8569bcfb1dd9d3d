import { usePageTitle } from "../lib/brand.ts";
import { useSession } from "../lib/session-state.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Mark } from "../ui/mark.tsx";
import { LazyShell } from "./lazy-shell.tsx";
import { SessionLoading } from "./session-loading.tsx";
import { SHELL_WORDS } from "./words.ts";

/** An unknown path: within the shell for the signed-in, alone for visitors, who need no sign-in to read it. */
export function NotFound() {
  const { isSettled, user } = useSession();
  if (!isSettled) return <SessionLoading />;
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
  usePageTitle(SHELL_WORDS.notFoundTitle);
  return (
    <div className="lost">
      <div className="contours" />
      <div className="in">
        <Mark size={52} />
        <h1>{SHELL_WORDS.notFound}</h1>
        <p className="muted">{SHELL_WORDS.notFoundHint}</p>
        <ButtonLink to="/" look="primary" size="lg">
          {SHELL_WORDS.backToDashboard}
        </ButtonLink>
      </div>
    </div>
  );
}
