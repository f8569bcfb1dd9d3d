import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useUser } from "#web/lib/api/session-state.ts";
import { useCurrentTime } from "#web/lib/current-time.ts";
import { countText } from "#web/lib/format.ts";
import { type Reply, repliesQuery } from "#web/replies/data.ts";
import { REPLY_MESSAGES } from "#web/replies/messages.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { SearchBox } from "#web/ui/form/search-box.tsx";
import { KeyCaps } from "#web/ui/key-caps.tsx";
import { Section } from "../section.tsx";
import { isInTab } from "./filter-replies.ts";
import { REPLIES_PAGE_MESSAGES as MESSAGES } from "./messages.ts";
import { type Tab, TABS } from "./replies-search-params.ts";
import { ReplyTable } from "./reply-table.tsx";
import "#web/styles/mail.css";
import "#web/styles/replies.css";

/** The saved replies that this person sees, and the form of the one that is open. */
export function RepliesPage() {
  const { tab = "all", reply: open } = useSearch({ from: "/protected/settings/replies" });
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const list = useQuery({
    ...repliesQuery(search === "" ? {} : { search }),
    placeholderData: keepPreviousData,
  });
  const asked = { userId: useUser().id, now: useCurrentTime() };
  const inTab = (one: Tab) => list.data?.filter((reply) => isInTab(one, reply, asked));
  const edit = (id: string | undefined) =>
    void navigate({ to: "/settings/replies", search: { tab, reply: id }, replace: true });
  return (
    <Section
      id="replies"
      title={REPLY_MESSAGES.title}
      caption={
        <>
          {MESSAGES.captionStart} <KeyCaps keys={[";"]} /> {MESSAGES.captionEnd}
        </>
      }
      actions={
        <>
          <SearchBox label={MESSAGES.find} value={search} onSearch={setSearch} isOfPage />
          <ButtonLink
            to="/settings/replies"
            search={{ tab, reply: "new" }}
            look="primary"
            icon={<Plus className="icon" />}
          >
            {MESSAGES.new}
          </ButtonLink>
        </>
      }
    >
      <nav className="tab-links" aria-label={MESSAGES.parts}>
        {TABS.map((one) => (
          <TabLink key={one} tab={one} isCurrent={one === tab} count={inTab(one)?.length} />
        ))}
      </nav>
      <ReplyTable
        list={list}
        rows={sorted(inTab(tab))}
        hasSearch={search !== ""}
        open={open ?? null}
        onEdit={edit}
      />
    </Section>
  );
}

/** The most used first, as those who tidy up look for both ends. */
function sorted(replies: readonly Reply[] | undefined): Reply[] | undefined {
  return replies?.toSorted((a, b) => b.uses - a.uses || a.name.localeCompare(b.name));
}

function TabLink({ tab, isCurrent, count }: { tab: Tab; isCurrent: boolean; count: number | undefined }) {
  return (
    <Link
      to="/settings/replies"
      search={tab === "all" ? {} : { tab }}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isCurrent ? "page" : undefined}
    >
      {MESSAGES.tabs[tab]} {count !== undefined && <b className="numeric subtle">{countText(count)}</b>}
    </Link>
  );
}
