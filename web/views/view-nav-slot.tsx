import { useCallback, useState } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { usePinned } from "./pinned.ts";
import { ViewNavSpace } from "./view-nav-space.tsx";

const viewNav = lazyPart(
  () => import("./view-nav.tsx"),
  ({ ViewNav }) => ViewNav,
  { isOptional: true },
);

type Props = { onNavigate?: () => void };

/**
 * The place of the pinned views, as high as they were last time; they come once the page rests, and at once where this
 * browser does not know them yet: what stands below waits for them.
 */
export function ViewNavSlot({ onNavigate }: Props) {
  const pinned = usePinned();
  const [isWanted, setWanted] = useState(pinned === null);
  const rest = useCallback(() => setWanted(true), []);
  usePrefetch({ fetch: rest });
  return isWanted ? <viewNav.Part onNavigate={onNavigate} fallback={<ViewNavSpace />} /> : <ViewNavSpace />;
}
