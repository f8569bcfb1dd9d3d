import { Skeleton } from "#web/ui/skeleton.tsx";

const SUBJECTS = ["62%", "48%", "70%", "55%", "66%", "51%", "73%", "44%", "58%", "64%"];

/** Ten lines of the size of tickets, while they are on their way. */
export function RecentSkeleton() {
  return SUBJECTS.map((subject) => (
    <tr key={subject} role="row">
      <td role="cell" className="c-uid">
        <Skeleton width="58px" />
      </td>
      <td role="cell" className="subj">
        <Skeleton width={subject} />
      </td>
      <td role="cell" className="c-st">
        <Skeleton width="70px" />
      </td>
      <td role="cell" className="c-pr">
        <Skeleton width="52px" />
      </td>
      <td role="cell" className="c-as">
        <Skeleton width="110px" />
      </td>
      <td role="cell" className="c-upd">
        <Skeleton width="64px" />
      </td>
      <td role="cell" className="c-x">
        <Skeleton width="16px" height="16px" />
      </td>
    </tr>
  ));
}
