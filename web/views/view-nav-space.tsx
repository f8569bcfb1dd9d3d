import type { CSSProperties } from "react";
import { usePinned } from "./pinned.ts";

/** What is pinned for all at first: contract/views/built-in-views.ts, which no first page has to load. */
const LINES_AT_FIRST = 2;

/** The place of the pinned views, as high as they were last time. */
export function ViewNavSpace() {
  const pinned = usePinned();
  const lines = pinned ? pinned.views.length + (pinned.hasMore ? 1 : 0) : LINES_AT_FIRST;
  // The style's own name is none of React's.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const style = { "--lines": lines } as CSSProperties;
  return <div className="view-nav expanded-only" style={style} />;
}
