import { useBlocker } from "@tanstack/react-router";
import { usePageGuard } from "#web/lib/form/unsaved-forms.ts";
import { ConfirmDialog } from "../overlay/confirm-dialog.tsx";
import { UI_MESSAGES } from "../messages.ts";

type Props = {
  /** The form that `useForm` gives; `mayLose` is called at the moment of leaving. */
  form: { mayLose: () => boolean };
  /** A sentence about the changes that would be lost. */
  description: string;
  /** False where only the way to another page of the app asks, and not the closing of the tab. */
  isTabToo?: boolean;
};

/** Asks before unsaved changes are left behind. */
export function LeaveGuard({ form: { mayLose }, description, isTabToo = true }: Props) {
  usePageGuard(mayLose);
  const blocker = useBlocker({
    // An ended session leads to the sign-in page whatever is written here.
    shouldBlockFn: ({ next }) => next.pathname !== "/login" && mayLose(),
    enableBeforeUnload: isTabToo && mayLose,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={UI_MESSAGES.leave}
      description={description}
      act={UI_MESSAGES.leaveAct}
      cancel={UI_MESSAGES.stay}
      danger={false}
      onConfirm={async () => blocker.proceed?.()}
    />
  );
}
