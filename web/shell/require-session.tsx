import { Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { actorOf, type User, useSession } from "#web/lib/api/session-state.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { LazyShell } from "./lazy-shell.tsx";
import { SessionLoading } from "./session-loading.tsx";

/** Few ever see it, and it knows every role and permission. */
const forbidden = lazyPart(
  () => import("./forbidden-page.tsx"),
  ({ ForbiddenPage }) => ForbiddenPage,
);

/** Shows its pages to the signed-in only: waits for the restore, then asks visitors to sign in. */
export function RequireSession() {
  const { isResolved, user } = useSession();
  if (!isResolved) return <SessionLoading />;
  return user ? <SignedIn user={user} /> : <RedirectToLogin />;
}

function SignedIn({ user }: { user: User }) {
  if (user.must_change_password) return <RedirectToRequiredStep to="/new-password" />;
  if (user.must_set_up_second_factor) return <RedirectToRequiredStep to="/second-factor" />;
  return <WithinShell user={user} />;
}

function WithinShell({ user }: { user: User }) {
  const actor = actorOf(user);
  const refusing = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.may?.(actor) === false)?.staticData.may,
  });
  return <LazyShell user={user}>{refusing ? <forbidden.Part rule={refusing} /> : <Outlet />}</LazyShell>;
}

/** Leads to a step that is required before anything else: an own password, a second factor. The API requires it, too. */
function RedirectToRequiredStep({ to }: { to: "/new-password" | "/second-factor" }) {
  useRedirect(to, true);
  return null;
}

/** After a sign-out the next person starts fresh; else the wanted page is kept for after the sign-in. */
function RedirectToLogin() {
  const { endedBy } = useSession();
  useRedirect("/login", endedBy !== "logout");
  return null;
}

/** Leads there from wherever one is: Back pressed while that page still loads would else stop at an empty one. */
function useRedirect(to: "/login" | "/new-password" | "/second-factor", keepsWanted: boolean) {
  const router = useRouter();
  const here = useLocation();
  useEffect(() => {
    if (here.pathname === to) return;
    void router.navigate({ to, replace: true, state: { wanted: keepsWanted ? here.href : undefined } });
  }, [router, to, keepsWanted, here.pathname, here.href]);
}
