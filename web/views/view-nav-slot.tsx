import { useCallback, useState } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { ViewNavSpace } from "./view-nav-space.tsx";

const viewNav = lazyPart(
  () => import("./view-nav.tsx"),
  ({ ViewNav }) => ViewNav,
  { isOptional: true },
);

type Props = { onNavigate?: () => void };

/** The place of the pinned views, as high as they were last time; they come once the page rests. */
export function ViewNavSlot({ onNavigate }: Props) {
  const [isRested, setRested] = useState(false);
  const rest = useCallback(() => setRested(true), []);
  usePrefetch({ fetch: rest });
  return isRested ? <viewNav.Part onNavigate={onNavigate} fallback={<ViewNavSpace />} /> : <ViewNavSpace />;
}
