import { mayReadSla } from "#contract/access/sla.ts";
import { actorOf, sessionNow, updateSessionUser, useSession } from "../api/session-state.ts";

/** Whether this person has due times to see. */
export function hasDueTimes(): boolean {
  return sessionNow().user?.sees_due_times === true;
}

export function useHasDueTimes(): boolean {
  return useSession().user?.sees_due_times === true;
}

/** Takes from the stream that service levels have come or gone since the session began. */
export function takeServiceLevels(areThere: boolean): void {
  const { user } = sessionNow();
  if (!user) return;
  const sees_due_times = areThere && mayReadSla(actorOf(user));
  if (sees_due_times !== user.sees_due_times) updateSessionUser({ ...user, sees_due_times });
}
