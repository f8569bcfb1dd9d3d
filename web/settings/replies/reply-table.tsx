import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { failureMessage } from "#web/lib/api/api-error.ts";
import type { Reply } from "#web/replies/data.ts";
import { REPLY_MESSAGES } from "#web/replies/messages.ts";
import { cx } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { REPLIES_PAGE_MESSAGES as MESSAGES } from "./messages.ts";
import { ReplyRow } from "./reply-row.tsx";

const editor = lazyPart(
  () => import("./reply-editor.tsx"),
  ({ ReplyEditor }) => ReplyEditor,
);

type Props = {
  list: { data: Reply[] | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  /** Undefined until they are there. */
  rows: readonly Reply[] | undefined;
  hasSearch: boolean;
  /** The id of the reply whose form is open, "new" for a new one. */
  open: string | null;
  onEdit: (id: string | undefined) => void;
};

/** The replies as a table, with the form of the open one below its row. */
export function ReplyTable({ list, rows, hasSearch, open, onEdit }: Props) {
  const close = () => onEdit(undefined);
  const isNew = open === "new";
  const fresh = isNew && <EditorOf key="new" id={null} onDone={close} />;
  if (!rows)
    return (
      <>
        {fresh}
        {list.isError ? (
          <ErrorState
            title={failureMessage(list.error, REPLY_MESSAGES.failedToFetch) ?? REPLY_MESSAGES.failedToFetch}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <LoadingBlock label={MESSAGES.loading} visible />
        )}
      </>
    );
  const isAll = list.data?.length === 0 && !hasSearch;
  const hasOpen = rows.some(({ id }) => id === open);
  return (
    <>
      {fresh}
      {/* A link may lead to one that this part of the list has not. */}
      {open !== null && !isNew && !hasOpen && <EditorOf key={open} id={open} onDone={close} />}
      {rows.length === 0 ? (
        !isNew && (
          <EmptyState title={isAll ? MESSAGES.empty : MESSAGES.noMatch}>
            {isAll && <p>{MESSAGES.emptyHint}</p>}
          </EmptyState>
        )
      ) : (
        <table className="replies-table" role="table" aria-label={REPLY_MESSAGES.title}>
          <thead role="rowgroup">
            <tr role="row">
              {COLUMNS.map((column) => (
                <th key={column} role="columnheader" scope="col" className={`reply-${column}`}>
                  <span className={cx(column === "actions" && "visually-hidden")}>
                    {MESSAGES.columns[column]}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((reply) => (
              <ReplyRow
                key={reply.id}
                reply={reply}
                isOpen={reply.id === open}
                onEdit={() => onEdit(reply.id === open ? undefined : reply.id)}
                form={<EditorOf id={reply.id} onDone={close} />}
                columns={COLUMNS.length}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const COLUMNS = ["name", "sets", "for", "used", "when", "actions"] as const;

function EditorOf({ id, onDone }: { id: string | null; onDone: () => void }) {
  return <editor.Part id={id} onDone={onDone} fallback={<LoadingBlock label={MESSAGES.loading} />} />;
}
