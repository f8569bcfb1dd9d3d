import { useState } from "react";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { useFocusReturn } from "#web/ui/use-focus-return.ts";
import { COMMENT_MESSAGES } from "./messages.ts";

/** Gives up the editor of written words: at once where nothing was changed, else `questions` ask, also when the page is left. */
export function useGiveUp(form: { mayLose: () => boolean }, onDone: () => void) {
  const [isAsking, setAsking] = useState(false);
  useFocusReturn();
  return {
    giveUp: () => (form.mayLose() ? setAsking(true) : onDone()),
    questions: (
      <>
        <LeaveGuard form={form} description={COMMENT_MESSAGES.notSaved} />
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={COMMENT_MESSAGES.discardQuestion}
          description={COMMENT_MESSAGES.notSaved}
          act={COMMENT_MESSAGES.discard}
          cancel={COMMENT_MESSAGES.goOnEditing}
          onConfirm={async () => onDone()}
        />
      </>
    ),
  };
}
