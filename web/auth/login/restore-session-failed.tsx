import { useState } from "react";
import { retryRestore } from "#web/lib/session.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";
import { AUTH_MESSAGES } from "../messages.ts";

/** A session may still be there, only the server did not answer: offers another try (rule 184). */
export function RestoreSessionFailed({ message }: { message: string }) {
  const [isBusy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    await retryRestore();
    setBusy(false);
  }
  return (
    <Banner
      tone="warning"
      title={message}
      action={
        <Button size="small" busy={isBusy} onClick={() => void retry()}>
          {UI_MESSAGES.tryAgain}
        </Button>
      }
    >
      {AUTH_MESSAGES.restoreHint}
    </Banner>
  );
}
