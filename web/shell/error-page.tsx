import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorState } from "../ui/error-state.tsx";
import { Card } from "../ui/page.tsx";
import { SHELL_WORDS } from "./words.ts";

/** Stands where a page broke; Try again loads and draws it anew. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  function retry() {
    // A new version may have replaced the chunk this page consists of: only a reload finds the new one.
    if (isMissingChunk(error)) return window.location.reload();
    reset();
    return void router.invalidate();
  }
  return (
    <Card>
      <ErrorState isPage title={SHELL_WORDS.broken} onRetry={retry}>
        {SHELL_WORDS.brokenHint}
      </ErrorState>
    </Card>
  );
}

function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script/i.test(error.message);
}
