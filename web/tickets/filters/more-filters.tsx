import { SlidersHorizontal } from "lucide-react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/class-names.ts";
import { CountPill } from "#web/ui/page-head.tsx";
import type { MoreFiltersProps } from "./filters-window.tsx";
import { countMoreFilters } from "../list-search-params.ts";
import { LIST_MESSAGES } from "../messages.ts";

const filters = lazyPart(
  () => import("./filters-window.tsx"),
  (module) => module.FiltersWindow,
);

/** The button of the filters beyond status and priority. */
export function MoreFilters(props: MoreFiltersProps) {
  const { opener, shown } = useLateWindow(filters);
  const count = countMoreFilters(props.search);
  return (
    <>
      <Button
        {...opener}
        className={cx("filters-button", count > 0 && "is-set")}
        icon={<SlidersHorizontal className="icon small" />}
      >
        {LIST_MESSAGES.moreFilters}
        {count > 0 && <CountPill n={count} />}
      </Button>
      {shown && <filters.Part {...props} {...shown} />}
    </>
  );
}
