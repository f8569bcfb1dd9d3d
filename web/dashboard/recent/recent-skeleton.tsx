import { Skeleton } from "#web/ui/skeleton.tsx";

const SUBJECTS = ["62%", "48%", "70%", "55%", "66%", "51%", "73%", "44%", "58%", "64%"];

/** Ten lines of the size of tickets, while they are on their way. */
export function RecentSkeleton() {
  return SUBJECTS.map((subject) => (
    <tr key={subject} role="row">
      <td role="cell" className="column-number">
        <Skeleton width="58px" />
      </td>
      <td role="cell" className="column-subject">
        <Skeleton width={subject} />
      </td>
      <td role="cell" className="column-status">
        <Skeleton width="70px" />
      </td>
      <td role="cell" className="column-priority">
        <Skeleton width="52px" />
      </td>
      <td role="cell" className="column-assignee">
        <Skeleton width="110px" />
      </td>
      <td role="cell" className="column-updated">
        <Skeleton width="64px" />
      </td>
      <td role="cell" className="column-actions">
        <Skeleton width="16px" height="16px" />
      </td>
    </tr>
  ));
}
