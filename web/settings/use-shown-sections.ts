import { useMatch } from "@tanstack/react-router";

/** The cards of a group that the page shows: the one that its address names, else all. */
export function useShownSections<Id extends string>(ids: readonly Id[]): readonly Id[] {
  // Not the address of the window, which is another one already while the next page is being fetched.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const alone = ids.filter((id) => pathname.endsWith(`/settings/${id}`));
  return alone.length > 0 ? alone : ids;
}
