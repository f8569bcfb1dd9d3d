import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { FORM_MESSAGES } from "./messages.ts";

type Props = {
  /** Asked at the moment of leaving. */
  isDirty: () => boolean;
  description: string;
};

/** Asks before unsaved words are left behind, within the app and when the tab closes. */
export function LeaveGuard({ isDirty, description }: Props) {
  const blocker = useBlocker({
    // An ended session leads to the sign-in page whatever is written here.
    shouldBlockFn: ({ next }) => next.pathname !== "/login" && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={FORM_MESSAGES.leave}
      description={description}
      act={FORM_MESSAGES.leaveAct}
      cancel={FORM_MESSAGES.stay}
      danger={false}
      onConfirm={async () => blocker.proceed?.()}
    />
  );
}
