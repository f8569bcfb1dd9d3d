import { lazyPart } from "#web/lib/loading/lazy-part.tsx";

/** What the list of tickets shows of views, none of which it begins with. */
export const viewBar = lazyPart(
  () => import("./view-bar.tsx"),
  ({ ViewBar }) => ViewBar,
  { isOptional: true },
);
export const goneView = lazyPart(
  () => import("./view-bar.tsx"),
  ({ GoneView }) => GoneView,
  { isOptional: true },
);
export const allViews = lazyPart(
  () => import("./late-parts.tsx"),
  ({ AllViews }) => AllViews,
);
