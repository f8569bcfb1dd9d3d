import { Link } from "@tanstack/react-router";
import { atLeastCountText } from "#web/lib/format.ts";
import type { StateCounts } from "../data.ts";
import { searchOf, type Tab, TABS } from "../incoming-search-params.ts";
import { INCOMING_MESSAGES } from "../messages.ts";

/** Mails of a state are counted up to here. */
const MOST_COUNTED = 1000;

/** The states as tabs, each with its number. */
export function StateTabs({ tab, counts }: { tab: Tab; counts: StateCounts | undefined }) {
  return (
    <nav className="tab-links" aria-label={INCOMING_MESSAGES.tabsLabel}>
      {TABS.map((each) => (
        <Link
          key={each}
          to="/incoming"
          search={searchOf(each)}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={each === tab ? "page" : undefined}
        >
          {INCOMING_MESSAGES.tabs[each]}{" "}
          {each !== "all" && counts && (
            <span className="numeric subtle">
              {atLeastCountText(counts[each], counts[each] >= MOST_COUNTED)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
