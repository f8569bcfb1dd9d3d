import { useMutation } from "@tanstack/react-query";
import { viewKeys } from "#contract/query-keys.ts";
import { api, type BodyOf } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { toastUndoable } from "#web/ui/feedback/toast-undoable.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import type { View, Views } from "./address.ts";
import { VIEW_MESSAGES } from "./messages.ts";

type Pins = Pick<Views, "pins" | "default">;
type Pinning = { before: Pins; next: Partial<Pins> };

/** Pins what is next in the place of what was before, at once on the screen. */
export function usePin() {
  return useMutation({
    mutationFn: sendPins,
    onMutate: ({ before, next }) => showPins({ ...before, ...next }),
    onSuccess: (pins) => showPins(pins),
    onError: () => void refreshViews(),
  });
}

/** Names what this window knew, so that what another one has pinned meanwhile stays. */
function sendPins({ before: { pins }, next }: Pinning) {
  const body = { keys: next.pins ?? pins, base_keys: pins, default: next.default };
  return toastOutcome(api("PUT /views/pins", { body }), { failed: VIEW_MESSAGES.failedToPin });
}

function showPins(pins: Pins): void {
  queryClient.setQueryData<Views>(viewKeys.list(), (known) => known && { ...known, ...pins });
}

type Saving = {
  submission: Submission<BodyOf<"POST /views">>;
  /** The view that is saved over; null for a new one. */
  edited: View | null;
  views: Views;
  isPinned: boolean;
  isDefault: boolean;
};

/** Saves a view, then whether it is pinned and whether Tickets opens with it. A view that somebody else saved is read anew. */
export async function saveView({ submission, edited, views, ...wanted }: Saving): Promise<View> {
  try {
    const { view } = await toastOutcome(sendView(submission, edited), {
      failed: VIEW_MESSAGES.failedToSave,
    });
    const { id } = view;
    const others = views.pins.filter((key) => key !== id);
    const isInPlace = views.pins.includes(id);
    const pins = wanted.isPinned ? (isInPlace ? views.pins : [...others, id]) : others;
    const opens = wanted.isDefault ? id : views.default === id ? null : undefined;
    await sendPins({ before: views, next: { pins, default: opens } });
    return view;
  } finally {
    void refreshViews();
  }
}

function sendView({ body, idempotencyKey }: Saving["submission"], edited: View | null) {
  if (!edited) return api("POST /views", { body, idempotencyKey });
  const { id, version } = edited;
  return api("PATCH /views/{view_id}", { params: { view_id: id }, body: { ...body, base_version: version } });
}

/** Deletes a view; a toast tells it, with an undo. */
export function useDeleteView(id: string) {
  return useMutation({
    mutationFn: () =>
      toastOutcome(api("DELETE /views/{view_id}", { params: { view_id: id } }), {
        failed: VIEW_MESSAGES.failedToDelete,
      }),
    onSuccess: () => {
      toastUndoable(
        { words: VIEW_MESSAGES.deleted },
        { id: "view-deleted", undo: () => restoreView(id), failed: VIEW_MESSAGES.failedToRestore },
      );
      return refreshViews();
    },
  });
}

async function restoreView(id: string) {
  try {
    await api("POST /views/{view_id}/restore", { params: { view_id: id } });
    return { words: VIEW_MESSAGES.restored };
  } finally {
    void refreshViews();
  }
}

/** What a view asks for may be other than before, and so its number. */
export async function refreshViews(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: viewKeys.list() }),
    queryClient.invalidateQueries({ queryKey: viewKeys.counts([]) }),
  ]);
}
