import { useEffect } from "react";
import { BookmarkPlus, Columns3 } from "lucide-react";
import type { ListColumn } from "#contract/views/list-columns.ts";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { useLateWindow } from "#web/lib/loading/use-late-window.ts";
import { Button } from "#web/ui/button.tsx";
import { addressOf, findView, isSameList, type ViewAddress } from "./address.ts";
import { type OpenView, openViewOf } from "./open-view.ts";
import { useViews } from "./use-views.ts";
import { VIEW_MESSAGES } from "./messages.ts";

export { GoneView } from "./gone-view.tsx";

const columnsWindow = lazyPart(
  () => import("./late-parts.tsx"),
  ({ ColumnsWindow }) => ColumnsWindow,
);
const saveWindow = lazyPart(
  () => import("./late-parts.tsx"),
  ({ SaveWindow }) => SaveWindow,
);

type Props = {
  search: ViewAddress;
  columnNames: Readonly<Record<ListColumn, string>>;
  /** There are due times. */
  withDue: boolean;
  onChange: (search: ViewAddress) => void;
  /** Hears of the view that is open, once it is known. */
  onOpen: (open: OpenView) => void;
};

/** What the list is beside the view that is open, the columns, and what keeps it as a view. */
export function ViewBar({ search, columnNames, withDue, onChange, onOpen }: Props) {
  const views = useViews();
  const open = findView(views?.items, search.view);
  const isEdited = open !== null && !isSameList(search, open.search);
  const told = openViewOf(search, views?.items);
  const text = JSON.stringify(told);
  useEffect(() => {
    if (views) onOpen(told);
    // What is told is compared by its text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [views !== undefined, text]);
  const columns = useLateWindow(columnsWindow);
  const save = useLateWindow(saveWindow);
  return (
    <div className="flex-row view-bar">
      {isEdited && (
        <>
          <span className="badge warning">{VIEW_MESSAGES.edited}</span>
          <Button look="ghost" onClick={() => onChange(open.search)}>
            {VIEW_MESSAGES.reset}
          </Button>
        </>
      )}
      <Button {...columns.opener} className="desktop-only" icon={<Columns3 className="icon" />}>
        {VIEW_MESSAGES.columns}
      </Button>
      <Button {...save.opener} icon={<BookmarkPlus className="icon" />}>
        {open && !open.view?.may_edit ? VIEW_MESSAGES.saveNew : VIEW_MESSAGES.save}
      </Button>
      {columns.shown && (
        <columnsWindow.Part
          names={columnNames}
          withDue={withDue}
          columns={search.columns}
          onChange={(next) => onChange({ ...search, columns: next })}
          {...columns.shown}
        />
      )}
      {save.shown && views && (
        <saveWindow.Part
          key={open?.key}
          search={search}
          open={open?.view ?? null}
          views={views}
          isShown={save.shown.open}
          anchor={save.shown.anchor}
          onClose={save.shown.onClose}
          // As it is kept: a tag that was typed in another way is the same.
          onSaved={(view) => onChange(addressOf(view))}
        />
      )}
    </div>
  );
}
