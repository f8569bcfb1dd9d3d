import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { isMissingPart, loadNewBuild } from "#web/lib/loading/detect-new-build.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { SHELL_MESSAGES } from "./messages.ts";

/** Stands where a page broke; Try again loads and draws it anew. A page that an update has replaced loads the new app. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isMissingPart(error);
  const [isLooking, setLooking] = useState(isMissing);
  useEffect(() => {
    if (isMissing) void loadNewBuild().then(setLooking);
  }, [isMissing]);
  function retry() {
    if (isMissing) return window.location.reload();
    reset();
    return void router.invalidate();
  }
  if (isLooking) return <LoadingBlock />;
  return (
    <Card>
      <ErrorState isPage title={SHELL_MESSAGES.broken} onRetry={retry}>
        {isMissing ? SHELL_MESSAGES.notFetched : SHELL_MESSAGES.brokenHint}
      </ErrorState>
    </Card>
  );
}
