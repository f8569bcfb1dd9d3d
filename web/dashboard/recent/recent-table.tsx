import type { ReactNode } from "react";
import { useHeldRows } from "#web/lib/list/use-held-rows.ts";
import { LIST_MESSAGES } from "#web/tickets/messages.ts";
import { cx } from "#web/ui/class-names.ts";

type Props = {
  label: string;
  /** The labels of the columns of person and time. */
  who: string;
  when: string;
  /** Whether there is a column of due times. */
  withDue?: boolean;
  /** The name of a last column of buttons, for those who do not see that it has none. */
  act?: string;
  className?: string;
  children: ReactNode;
};

/** The frame of both tables of recent tickets: a list of cards on narrow windows, hence the roles that CSS takes away. */
export function RecentTable({ label, who, when, withDue, act, className, children }: Props) {
  const [rows, onPointerDown] = useHeldRows(children);
  const { columns } = LIST_MESSAGES;
  return (
    <div className="table-frame">
      <table className={cx("list-when-narrow recent", className)} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" className="column-number">
              {columns.uid}
            </th>
            <th scope="col">{columns.subject}</th>
            <th scope="col" className="column-status">
              {columns.status}
            </th>
            <th scope="col" className="column-priority">
              {columns.priority}
            </th>
            <th scope="col" className="column-assignee">
              {who}
            </th>
            {withDue && (
              <th scope="col" style={{ width: "8rem" }}>
                {columns.due}
              </th>
            )}
            <th scope="col" className="column-updated">
              {when}
            </th>
            {act && (
              <th scope="col" className="column-actions">
                <span className="visually-hidden">{act}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" onPointerDown={onPointerDown}>
          {rows}
        </tbody>
      </table>
    </div>
  );
}
