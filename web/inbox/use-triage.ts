import { useMutation } from "@tanstack/react-query";
import { inboxKeys, liveKeys } from "#contract/query-keys.ts";
import { api } from "#web/lib/api/api-client.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { toastError } from "#web/ui/feedback/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { dateAndTime } from "#web/lib/format.ts";
import { type InboxItem, refreshInbox, rewriteItems } from "./data.ts";
import { INBOX_MESSAGES as MESSAGES } from "./messages.ts";

export type Verb = "done" | "undone" | "unread" | "remind";
/** `at` is the time that a row is put off to. */
type Act = { item: InboxItem; verb: Verb; at?: string };
export type Triage = {
  act: (item: InboxItem, verb: Verb, at?: string) => void;
  /** Takes what is shown, the newest first. */
  doneAll: (shown: readonly InboxItem[]) => void;
};

/** The verbs of the rows: shown at once, taken back where they are refused, and undone by one click on the toast. */
export function useTriage(): Triage {
  const one = useMutation({
    mutationFn: send,
    onMutate: async ({ item, verb }: Act) => {
      await queryClient.cancelQueries({ queryKey: inboxKeys.lists() });
      rewriteItems((row) => (row.ticket_id === item.ticket_id ? shownAfter(row, verb) : row));
    },
    onError: tellFailure,
    onSuccess: ({ unread }, { item, verb, at }) => {
      takeCount(unread);
      tellDone(item, verb, at, () => one.mutate({ item, verb: "undone" }));
    },
    onSettled: refreshInbox,
  });
  const all = useMutation({
    mutationFn: (before: string) => api("POST /inbox/done-all", { body: { before } }),
    onError: tellFailure,
    onSuccess: ({ unread, done_at }) => {
      takeCount(unread);
      const action = { label: MESSAGES.undo, onClick: () => allBack.mutate(done_at) };
      toast.success(MESSAGES.markedAll, { id: TOAST, action });
    },
    onSettled: refreshInbox,
  });
  const allBack = useMutation({
    mutationFn: (done_at: string) => api("POST /inbox/undone-all", { body: { done_at } }),
    onError: tellFailure,
    onSuccess: ({ unread }) => {
      takeCount(unread);
      toast.success(MESSAGES.broughtAllBack, { id: TOAST });
    },
    onSettled: refreshInbox,
  });
  return {
    act: (item, verb, at) => one.mutate({ item, verb, at }),
    doneAll: (shown) => all.mutate(endOf(shown)),
  };
}

/** Now, or when the newest of them happened: the clock of the browser may be behind the server's. */
function endOf([newest]: readonly InboxItem[]): string {
  const now = new Date().toISOString();
  return newest && newest.happened_at > now ? newest.happened_at : now;
}

function send({ item, verb, at }: Act) {
  const params = { ticket_id: item.ticket_id };
  // What was unread when it was put off or done comes back unread.
  if (verb === "undone" && item.is_unread) return api("POST /inbox/{ticket_id}/unread", { params });
  return verb === "remind"
    ? api("POST /inbox/{ticket_id}/remind", { params, body: { at: at ?? "" } })
    : api(`POST /inbox/{ticket_id}/${verb}`, { params });
}

/** A row leaves its tab; unread it stays where it is. */
function shownAfter(item: InboxItem, verb: Verb): InboxItem | null {
  return verb === "unread" && item.done_at === null ? { ...item, is_unread: true } : null;
}

/** The toast of one row takes the place of the one before: only the last can be undone there. */
const TOAST = "inbox";

function tellDone(item: InboxItem, verb: Verb, at: string | undefined, undo: () => void): void {
  if (verb === "unread") return;
  if (verb === "undone") return toast.success(MESSAGES.broughtBack(item.uid), { id: TOAST });
  const message = verb === "remind" ? MESSAGES.putOff(dateAndTime(at ?? "")) : MESSAGES.markedDone;
  toast.success(message, { id: TOAST, action: { label: MESSAGES.undo, onClick: undo } });
}

function tellFailure(error: unknown): void {
  toastError(error, MESSAGES.failedToChange);
}

function takeCount(unread: number): void {
  queryClient.setQueryData(liveKeys.unreadInbox(), unread);
}
