import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { lazyPart, usePrefetch } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { CountPill } from "#web/ui/page-head.tsx";
import type { MoreFiltersProps } from "./filters-window.tsx";
import { countMoreFilters } from "../list-search-params.ts";
import { FILTER_MESSAGES } from "../messages.ts";

const filters = lazyPart(
  () => import("./filters-window.tsx"),
  (module) => module.FiltersWindow,
);

/** The button of the filters beyond status and priority. */
export function MoreFilters(props: MoreFiltersProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  // Null until it is opened first; then the window stays, so that it can leave as it came.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const count = countMoreFilters(props.search);
  usePrefetch(filters);
  return (
    <>
      <Button
        ref={setButton}
        aria-haspopup="dialog"
        aria-expanded={isOpen ?? false}
        className={cx("filters-button", count > 0 && "is-set")}
        icon={<SlidersHorizontal className="icon small" />}
        onPointerEnter={filters.fetch}
        onFocus={filters.fetch}
        onClick={() => setOpen(!isOpen)}
      >
        {FILTER_MESSAGES.more}
        {count > 0 && <CountPill n={count} />}
      </Button>
      {isOpen !== null && button && (
        <filters.Part {...props} open={isOpen} anchor={button} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
