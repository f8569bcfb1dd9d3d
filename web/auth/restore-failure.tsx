import { useState } from "react";
import { restoreAgain } from "../lib/session.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { UI_WORDS } from "../ui/words.ts";
import { AUTH_WORDS } from "./words.ts";

/** A session may still be there, only the server did not answer: offers another try (decision list 184). */
export function RestoreFailure({ words }: { words: string }) {
  const [isBusy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    await restoreAgain();
    setBusy(false);
  }
  return (
    <Banner
      tone="warn"
      title={words}
      action={
        <Button size="sm" busy={isBusy} onClick={() => void retry()}>
          {UI_WORDS.tryAgain}
        </Button>
      }
    >
      {AUTH_WORDS.restoreHint}
    </Banner>
  );
}
