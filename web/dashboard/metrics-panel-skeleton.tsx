import { Skeleton } from "#web/ui/skeleton.tsx";
import { UI_MESSAGES } from "#web/ui/messages.ts";

/** Widths of name, value and small print of each figure, in px. */
const CELLS = [
  [84, 40],
  [76, 36],
  [78, 36],
  [124, 34, 118],
  [80, 20, 124],
  [104, 30],
  [88, 29, 118],
  [126, 26],
] as const;
const LARGE = 4;

/** The figures' places, of their size, while they are on their way. */
export function MetricsPanelSkeleton() {
  return (
    <section className="card ledger" aria-busy="true">
      <span className="visually-hidden" role="status">
        {UI_MESSAGES.loading}
      </span>
      {CELLS.map(([name, value, print], index) => (
        <div key={name} className={index < LARGE ? "figure" : "figure quiet"}>
          <span className="figure-name">
            <Skeleton width={`${name}px`} />
          </span>
          <span className="figure-value">
            <Skeleton width={`${value}px`} height={index < LARGE ? "22px" : "16px"} />
            {print && <Skeleton width={`${print}px`} height="9px" />}
          </span>
        </div>
      ))}
    </section>
  );
}
