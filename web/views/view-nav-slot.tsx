import { type CSSProperties, useCallback, useState } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { usePinned } from "./pinned.ts";

const viewNav = lazyPart(
  () => import("./view-nav.tsx"),
  ({ ViewNav }) => ViewNav,
  { isOptional: true },
);

/** What is pinned for all at first: contract/built-in-views.ts, which no first page has to load. */
const LINES_AT_FIRST = 2;

type Props = { onNavigate?: () => void };

/** The place of the pinned views, as high as they were last time; they come once the page rests. */
export function ViewNavSlot({ onNavigate }: Props) {
  const [isRested, setRested] = useState(false);
  const rest = useCallback(() => setRested(true), []);
  usePrefetch({ fetch: rest });
  return isRested ? <viewNav.Part onNavigate={onNavigate} fallback={<ViewNavSpace />} /> : <ViewNavSpace />;
}

/** The place alone. */
export function ViewNavSpace() {
  const pinned = usePinned();
  const lines = pinned ? pinned.views.length + (pinned.hasMore ? 1 : 0) : LINES_AT_FIRST;
  // The style's own name is none of React's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const style = { "--lines": lines } as CSSProperties;
  return <div className="view-nav expanded-only" style={style} />;
}
