import { Outlet, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { actorOf, type User, useSession } from "#web/lib/api/session-state.ts";
import { ForbiddenPage } from "./forbidden-page.tsx";
import { LazyShell } from "./lazy-shell.tsx";
import { SessionLoading } from "./session-loading.tsx";

/** Shows its pages to the signed-in only: waits for the restore, then asks visitors to sign in. */
export function Protected() {
  const { isSettled, user } = useSession();
  if (!isSettled) return <SessionLoading />;
  return user ? <SignedIn user={user} /> : <ToLogin />;
}

function SignedIn({ user }: { user: User }) {
  if (user.must_change_password) return <ToFirst to="/new-password" />;
  if (user.must_set_up_second_factor) return <ToFirst to="/second-factor" />;
  return <InShell user={user} />;
}

function InShell({ user }: { user: User }) {
  const actor = actorOf(user);
  const refusing = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.may?.(actor) === false)?.staticData.may,
  });
  return <LazyShell user={user}>{refusing ? <ForbiddenPage rule={refusing} /> : <Outlet />}</LazyShell>;
}

/** What has to be done before anything else: an own password, a second factor. The API insists as well. */
function ToFirst({ to }: { to: "/new-password" | "/second-factor" }) {
  useWayTo(to, true);
  return null;
}

/** After a sign-out the next person starts fresh; else the wanted page is kept for after the sign-in. */
function ToLogin() {
  const { endedBy } = useSession();
  useWayTo("/login", endedBy !== "logout");
  return null;
}

/** Leads there from wherever one is: Back pressed while that page still loads would else stop at an empty one. */
function useWayTo(to: "/login" | "/new-password" | "/second-factor", keepsWanted: boolean) {
  const router = useRouter();
  const here = useLocation();
  useEffect(() => {
    if (here.pathname === to) return;
    void router.navigate({ to, replace: true, state: { wanted: keepsWanted ? here.href : undefined } });
  }, [router, to, keepsWanted, here.pathname, here.href]);
}
