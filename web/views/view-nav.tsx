import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useReorder } from "#web/ui/reorder.ts";
import { usePin } from "./data.ts";
import { VIEW_MESSAGES } from "./messages.ts";
import { usePinned } from "./pinned.ts";
import { useViews } from "./use-views.ts";
import { ViewNavSpace } from "./view-nav-space.tsx";
import { useViewCounts } from "./use-view-counts.ts";

/** The pinned views below Tickets with their counts, and the way to all of them. */
export function ViewNav({ onNavigate }: { onNavigate?: () => void }) {
  const views = useViews();
  const known = usePinned();
  const { views: pinned = [], hasMore } = known ?? {};
  const keys = pinned.map(({ key }) => key);
  const counts = useViewCounts(views ? keys : []);
  const pin = usePin();
  const [said, say] = useState("");
  const { order, itemProps } = useReorder(keys, (pins, moved) => {
    const name = pinned.find(({ key }) => key === moved)?.name ?? "";
    say(VIEW_MESSAGES.moved(name, pins.indexOf(moved) + 1, pins.length));
    if (views) pin.mutate({ before: views, next: { pins } });
  });
  const { view: open, views: isAll } = useSearch({ strict: false });
  if (!known) return <ViewNavSpace />;
  return (
    <div className="view-nav expanded-only" role="group" aria-label={VIEW_MESSAGES.views}>
      {order.map((key) => {
        const view = pinned.find((one) => one.key === key);
        return (
          view && (
            <Link
              key={key}
              to="/tickets"
              search={view.search}
              aria-current={open === key ? "page" : undefined}
              onClick={onNavigate}
              {...itemProps(key)}
            >
              <span className="truncate">{view.name}</span>
              <Count count={counts?.[key]} />
            </Link>
          )
        );
      })}
      {hasMore && (
        <Link
          to="/tickets"
          search={{ views: true }}
          aria-current={isAll ? "page" : undefined}
          onClick={onNavigate}
        >
          <span className="truncate">{VIEW_MESSAGES.all}</span>
        </Link>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** The number beside a view, which stops at 99. */
function Count({ count }: { count: { n: number } | undefined }) {
  if (!count) return null;
  const text = count.n > 99 ? VIEW_MESSAGES.more : String(count.n);
  return (
    <>
      <span className="open-count" aria-hidden="true">
        {text}
      </span>
      <span className="visually-hidden">, {VIEW_MESSAGES.count(text)}</span>
    </>
  );
}
