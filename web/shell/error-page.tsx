import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { isMissingPart, loadNewBuild } from "../lib/new-build.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Card } from "../ui/page.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { SHELL_WORDS } from "./words.ts";

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
      <ErrorState isPage title={SHELL_WORDS.broken} onRetry={retry}>
        {isMissing ? SHELL_WORDS.notFetched : SHELL_WORDS.brokenHint}
      </ErrorState>
    </Card>
  );
}
