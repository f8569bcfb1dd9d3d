import type { ListColumn } from "#contract/views/list-columns.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { COLUMN_CLASSES } from "./columns.tsx";

/** Widths of subject, status and assignee; they differ, so that the lines look like tickets. */
const ROWS = [
  ["62%", "76px", "70px"],
  ["48%", "62px", "87px"],
  ["70%", "61px", "78px"],
  ["55%", "69px", "94px"],
  ["66%", "80px", "74px"],
  ["44%", "81px", "83px"],
  ["58%", "72px", "97px"],
  ["73%", "64px", "81px"],
  ["51%", "65px", "90px"],
  ["64%", "78px", "72px"],
  ["47%", "62px", "85px"],
  ["69%", "60px", "77px"],
  ["56%", "70px", "95px"],
  ["60%", "74px", "99px"],
] as const;

type Props = { maySelect: boolean; columns: readonly ListColumn[] };

/** Lines of the size of what they stand for, while the first page is on its way. */
export function SkeletonRows({ maySelect, columns }: Props) {
  return ROWS.map(([subject, status, assignee]) => (
    <tr key={subject} role="row">
      {maySelect && (
        <td role="cell" className="column-check">
          <Skeleton width="16px" height="16px" />
        </td>
      )}
      <td role="cell" className="column-number">
        <Skeleton width="54px" />
      </td>
      <td role="cell" className="column-subject">
        <Skeleton width={subject} />
      </td>
      {columns.map((column) => (
        <td key={column} role="cell" className={COLUMN_CLASSES[column]}>
          {column === "status" ? (
            <Skeleton width={status} height="18px" round />
          ) : column === "assignee" ? (
            <span className="flex-row">
              <Skeleton width="20px" height="20px" round />
              <Skeleton width={assignee} />
            </span>
          ) : (
            <Skeleton width="56px" />
          )}
        </td>
      ))}
    </tr>
  ));
}
