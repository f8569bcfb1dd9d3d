import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { type User, useSession } from "#web/lib/api/session-state.ts";

/**
 * For pages that stand before every other one until something is done (`isDue`): the person it is due of, or null while
 * that is not known. Leads on to the page that was asked for once nothing is due, and to the sign-in without a session.
 */
export function useRequiredStep(isDue: (user: User) => boolean): User | null {
  const { user, isResolved } = useSession();
  const router = useRouter();
  const due = user && isDue(user) ? user : null;
  useEffect(() => {
    if (!isResolved || due) return;
    if (!user) void router.navigate({ to: "/login", replace: true });
    else router.history.replace(router.state.location.state.wanted ?? "/dashboard");
  }, [isResolved, due, user, router]);
  return due;
}
