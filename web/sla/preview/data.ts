import { queryOptions, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { slaKeys, ticketKeys } from "#contract/query-keys.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { readBrowserStorage, writeBrowserStorage } from "#web/lib/browser/browser-storage.ts";
import { countText } from "#web/lib/format.ts";
import { notSentMessage } from "#web/ui/feedback/toast-error.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { PREVIEW_MESSAGES as MESSAGES } from "./messages.ts";

/** One change as it would be saved. */
export type SlaDraft = BodyOf<"POST /sla/preview">;
export type Preview = ReplyOf<"POST /sla/preview">;
/** What an application is about, once it is saved. */
export type ApplyScope = BodyOf<"POST /sla/apply">;
type Application = ReplyOf<"POST /sla/apply">;

/** What a change would do to open tickets; reads only. */
export function previewQuery(draft: SlaDraft) {
  return queryOptions({
    queryKey: slaKeys.preview(draft),
    queryFn: ({ signal }) => api("POST /sla/preview", { body: draft, signal, fallback: MESSAGES.failed }),
    retry: false,
  });
}

const TOAST = "sla-application";
const PAUSE_MS = 1000;

/**
 * Applies what was saved to open tickets: tells how far it is, and offers to take it back. A failure is told with a button
 * that goes on, not thrown: what was saved cannot be saved again.
 */
export async function applyToOpen(client: QueryClient, scope: ApplyScope): Promise<void> {
  await follow(client, () => api("POST /sla/apply", { body: scope }));
}

/** Goes on telling of an application that was running when its page was left. */
export function useResumedApplying(): void {
  const client = useQueryClient();
  useEffect(() => {
    const group_id = readBrowserStorage(RUNNING);
    if (group_id === null || isFollowing) return;
    void readApplication(group_id).then(
      (application) => follow(client, () => Promise.resolve(application)),
      // Somebody else may have signed in here since.
      () => writeBrowserStorage(RUNNING, null),
    );
  }, [client]);
}

/** The application that this browser last saw running. */
const RUNNING = "sla-application";
let isFollowing = false;

async function follow(client: QueryClient, begin: () => Promise<Application>): Promise<void> {
  isFollowing = true;
  let goOn = begin;
  try {
    const begun = await begin();
    goOn = () => readApplication(begun.group_id);
    const application = await untilDone(begun);
    if (application.state === "done")
      toastUndoable(
        { words: MESSAGES.applied(application.applied) },
        { id: TOAST, undo: () => undo(client, application.group_id), failed: MESSAGES.failedToUndo },
      );
    else toast.dismiss(TOAST);
  } catch (error) {
    const message = failureMessage(error, MESSAGES.failedToApply);
    const action = { label: UI_MESSAGES.tryAgain, onClick: () => void follow(client, goOn) };
    if (message === null) toast.dismiss(TOAST);
    else toast.error(message, { id: TOAST, action, detail: notSentMessage(error) });
  } finally {
    isFollowing = false;
    writeBrowserStorage(RUNNING, null);
    refresh(client);
  }
}

async function untilDone(application: Application): Promise<Application> {
  if (application.state !== "running") return application;
  writeBrowserStorage(RUNNING, application.group_id);
  toast.loading(MESSAGES.applying(countText(application.applied), countText(application.open_tickets)), {
    id: TOAST,
  });
  await new Promise((resolve) => {
    window.setTimeout(resolve, PAUSE_MS);
  });
  return untilDone(await readApplication(application.group_id));
}

function readApplication(group_id: string): Promise<Application> {
  return api("GET /sla/applications/{group_id}", { params: { group_id } });
}

async function undo(client: QueryClient, group_id: string) {
  try {
    await api("POST /sla/undo/{group_id}", { params: { group_id } });
    return { words: MESSAGES.undone };
  } finally {
    refresh(client);
  }
}

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: slaKeys.all() });
  void client.invalidateQueries({ queryKey: ticketKeys.lists(), refetchType: "none" });
  void client.invalidateQueries({ queryKey: ticketKeys.details(), refetchType: "none" });
}
