import { type ReactNode, Suspense } from "react";
import { lazyPage } from "#web/lib/loading/lazy-page.ts";
import type { User } from "#web/lib/api/session-state.ts";
import { SessionLoading } from "./session-loading.tsx";

const Loaded = lazyPage(() => import("./shell.tsx"), "Shell");
// Needed as soon as the session is back, which takes a round trip anyway.
void Loaded.preload?.();

/** The frame of the signed-in, whose code visitors do without. */
export function LazyShell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <Suspense fallback={<SessionLoading />}>
      <Loaded user={user}>{children}</Loaded>
    </Suspense>
  );
}
