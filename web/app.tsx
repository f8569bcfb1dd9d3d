import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startLiveUpdatesLate } from "#web/lib/live/start-live-updates.ts";
import { startOfflineSupport } from "#web/lib/offline/start-offline-support.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { onSessionChange } from "#web/lib/api/session-state.ts";
import { router } from "./router.tsx";

startLiveUpdatesLate();
startOfflineSupport(queryClient);
// Loaded data belong to whom they were loaded for.
onSessionChange((now, before) => {
  if (before.user && before.user.id !== now.user?.id) queryClient.clear();
});

/** Sets the address before the app is shown for the first time. */
export function goTo(path: string, { replace }: { replace: boolean }): void {
  if (replace) router.history.replace(path);
  else router.history.push(path);
}

/** Everything behind the sign-in page. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
