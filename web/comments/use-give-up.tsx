import { useState } from "react";
import { LeaveGuard } from "#web/ui/form/leave-guard.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { useFocusReturn } from "#web/ui/use-focus-return.ts";

/** Gives up the editor of written words: at once where nothing was changed, else `questions` ask, also when the page is left. */
export function useGiveUp(form: { mayLose: () => boolean }, onDone: () => void) {
  const [isAsking, setAsking] = useState(false);
  useFocusReturn();
  return {
    giveUp: () => (form.mayLose() ? setAsking(true) : onDone()),
    questions: (
      <>
        <LeaveGuard form={form} description={UI_MESSAGES.notSaved} />
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={UI_MESSAGES.discardQuestion}
          description={UI_MESSAGES.notSaved}
          act={UI_MESSAGES.discard}
          cancel={UI_MESSAGES.goOnEditing}
          onConfirm={async () => onDone()}
        />
      </>
    ),
  };
}
