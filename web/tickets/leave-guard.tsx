import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { FORM_WORDS } from "./form-words.ts";

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
      title={FORM_WORDS.leave}
      description={description}
      act={FORM_WORDS.leaveAct}
      cancel={FORM_WORDS.stay}
      danger={false}
      onConfirm={async () => blocker.proceed?.()}
    />
  );
}
