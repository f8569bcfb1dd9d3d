import { Skeleton } from "../ui/skeleton.tsx";

const SUBJECTS = ["62%", "48%", "70%", "55%", "66%", "51%", "73%", "44%", "58%", "64%"];
const REST = ["70px", "52px", "110px", "64px"];

/** Ten lines of the size of tickets, while they are on their way. */
export function RecentSkeleton({ columns }: { columns: number }) {
  return (
    <table className="skel" aria-hidden="true">
      <tbody>
        {SUBJECTS.map((subject) => (
          <tr key={subject}>
            <td>
              <Skeleton width="58px" />
            </td>
            <td>
              <Skeleton width={subject} />
            </td>
            {REST.slice(0, columns - 2).map((width) => (
              <td key={width}>
                <Skeleton width={width} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
