import type { ReactNode } from "react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import type { User } from "#web/lib/api/session-state.ts";
import { SessionLoading } from "./session-loading.tsx";

const shell = lazyPart(
  () => import("./shell.tsx"),
  ({ Shell }) => Shell,
);
// Needed as soon as the session is back, which takes a round trip anyway.
shell.fetch();

/** The frame of the signed-in, whose code visitors do without. */
export function LazyShell({ user, children }: { user: User; children: ReactNode }) {
  return (
    <shell.Part fallback={<SessionLoading />} user={user}>
      {children}
    </shell.Part>
  );
}
