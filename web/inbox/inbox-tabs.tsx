import { Link } from "@tanstack/react-router";
import { INBOX_TABS, type InboxTab } from "#contract/inbox/inbox-reasons.ts";
import { cappedCount } from "./capped-count.ts";
import type { InboxCounts } from "./data.ts";
import { searchOf } from "./inbox-search-params.ts";
import { INBOX_MESSAGES } from "./messages.ts";

/** The parts of the Inbox as tabs, each with its number but what is done. */
export function InboxTabs({ tab, counts }: { tab: InboxTab; counts: InboxCounts | undefined }) {
  return (
    <nav className="tab-links" aria-label={INBOX_MESSAGES.tabsLabel}>
      {INBOX_TABS.map((each) => (
        <Link
          key={each}
          to="/inbox"
          search={searchOf(each)}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={each === tab ? "page" : undefined}
        >
          {INBOX_MESSAGES.tabs[each]}{" "}
          {each !== "done" && counts && <span className="numeric subtle">{cappedCount(counts[each])}</span>}
        </Link>
      ))}
    </nav>
  );
}
