import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { slaKeys, ticketKeys } from "#contract/query-keys.ts";
import { api, type BodyOf, type ReplyOf } from "#web/lib/api/api-client.ts";
import { countText } from "#web/lib/format.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
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

/** Applies what was saved to open tickets: tells how far it is, and offers to take it back. A failure is told, not thrown. */
export async function applyToOpen(client: QueryClient, scope: ApplyScope): Promise<void> {
  try {
    const application = await untilDone(await api("POST /sla/apply", { body: scope }));
    toast.success(MESSAGES.applied(application.applied), {
      id: TOAST,
      action: { label: MESSAGES.undo, onClick: () => void undo(client, application.group_id) },
    });
  } catch (error) {
    toast.dismiss(TOAST);
    toastError(error, MESSAGES.failedToApply);
  } finally {
    refresh(client);
  }
}

async function untilDone(application: Application): Promise<Application> {
  if (application.state !== "running") return application;
  toast.loading(MESSAGES.applying(countText(application.applied), countText(application.open_tickets)), {
    id: TOAST,
  });
  await new Promise((resolve) => {
    window.setTimeout(resolve, PAUSE_MS);
  });
  const params = { group_id: application.group_id };
  return untilDone(await api("GET /sla/applications/{group_id}", { params }));
}

async function undo(client: QueryClient, groupId: string): Promise<void> {
  await toastOutcome(api("POST /sla/undo/{group_id}", { params: { group_id: groupId } }), {
    done: MESSAGES.undone,
    failed: MESSAGES.failedToUndo,
  }).catch(() => undefined);
  refresh(client);
}

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: slaKeys.all() });
  void client.invalidateQueries({ queryKey: ticketKeys.lists(), refetchType: "none" });
  void client.invalidateQueries({ queryKey: ticketKeys.details(), refetchType: "none" });
}
