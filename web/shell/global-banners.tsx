import { notifyManager, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { CloudOff, Sparkles } from "lucide-react";
import { createElement, useSyncExternalStore } from "react";
import { mayManageSettings } from "#contract/access/may-open-page.ts";
import { mayReadSla } from "#contract/access/sla.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useConnectionLost } from "#web/lib/api/server-connection.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { useNewBuild } from "#web/lib/loading/detect-new-build.ts";
import { useHasDueTimes } from "#web/lib/live/service-levels.ts";
import { lazyLoad, useLate } from "#web/lib/loading/lazy-load.ts";
import { Button } from "#web/ui/button.tsx";
import { SHELL_MESSAGES } from "./messages.ts";

const storageWarning = lazyLoad(
  () => import("#web/settings/organization/storage-warning.tsx"),
  ({ StorageWarning }) => StorageWarning,
);

/** Says in toasts what is due. */
const dueWarnings = lazyLoad(
  () => import("#web/sla/warned/due-warnings.tsx"),
  ({ DueWarnings }) => DueWarnings,
);

/** Banners above the page for the state of the whole app: connection lost, new build, little space. */
export function GlobalBanners() {
  const isLost = useConnectionLost();
  const isReplaced = useNewBuild();
  const actor = useActor();
  const warnOfStorage = useLate(storageWarning, mayManageSettings(actor));
  const warnOfDue = useLate(dueWarnings, useHasDueTimes() && mayReadSla(actor));
  return (
    <div role="status" className="global-banners">
      {isLost && <ConnectionLost />}
      {isReplaced && !isLost && <Replaced />}
      {warnOfDue && createElement(warnOfDue)}
      {warnOfStorage && !isLost && createElement(warnOfStorage)}
    </div>
  );
}

function ConnectionLost() {
  const since = useShownSince();
  return (
    <div className="banner">
      <CloudOff className="icon" />
      <div>
        <b>{navigator.onLine ? SHELL_MESSAGES.unreachable : SHELL_MESSAGES.offline}</b>
        <span>
          {SHELL_MESSAGES.offlineHint}{" "}
          {since > 0 && SHELL_MESSAGES.shownAsOf(dateAndTime(new Date(since).toISOString()))}
        </span>
      </div>
    </div>
  );
}

/** The new build is not loaded by itself: the person may be writing on the page. */
function Replaced() {
  return (
    <div className="banner">
      <Sparkles className="icon" />
      <div>
        <b>{SHELL_MESSAGES.newBuild}</b>
        <span>{SHELL_MESSAGES.newBuildHint}</span>
      </div>
      <div className="actions">
        <Button size="small" onClick={() => window.location.reload()}>
          {SHELL_MESSAGES.reload}
        </Button>
      </div>
    </div>
  );
}

/** The time at which the oldest of what is on the screen was fetched, in milliseconds since 1970; 0 when there is nothing. */
function useShownSince(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => oldestShown(cache),
  );
}

function oldestShown(cache: QueryCache): number {
  const times = cache.getAll().flatMap((query) => {
    const { dataUpdatedAt } = query.state;
    return query.isActive() && dataUpdatedAt > 0 ? [dataUpdatedAt] : [];
  });
  return times.length > 0 ? Math.min(...times) : 0;
}
