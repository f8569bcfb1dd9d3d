import { CommentSectionSkeleton } from "#web/comments/comment-skeleton.tsx";
import { hasDueTimes } from "#web/lib/live/service-levels.ts";
import { cx } from "#web/ui/class-names.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { ServiceLevelPlace } from "./service-level-place.tsx";

/** First response and resolution; few tickets wait for a next response. */
const USUAL_TARGETS = 2;

/** The detail page in grey: every part where it will stand, of about its size. */
export function DetailSkeleton() {
  return (
    <div className="ticket-columns waiting" role="status">
      <div className="stack wide">
        <h1 className="visually-hidden">{DETAIL_MESSAGES.loading}</h1>
        <header className="ticket-head">
          <div className="flex-row head-row">
            <Skeleton width="4.5rem" />
            <Skeleton width="12rem" />
          </div>
          <Line of="subject" width="70%" height="22px" />
          <Line of="subject" width="45%" height="22px" isNarrow />
          <div className={cx("ticket-strip", hasDueTimes() && "with-due")}>
            <Skeleton width="5.5rem" height="22px" />
            <Skeleton width="4.5rem" height="22px" />
            {hasDueTimes() && <Skeleton width="5.5rem" height="22px" />}
            <Skeleton width="7rem" height="22px" />
          </div>
        </header>
        <div>
          <Line of="text" width="96%" />
          <Line of="text" width="62%" />
          <Line of="text" width="78%" isNarrow />
        </div>
        <CommentSectionSkeleton />
      </div>
      <div className="rail">
        <SkeletonCard title={DETAIL_MESSAGES.statusAndPriority} rows={2} />
        {hasDueTimes() && <ServiceLevelPlace lines={USUAL_TARGETS} />}
        <SkeletonCard title={DETAIL_MESSAGES.details} rows={4} hasActs />
        <SkeletonCard title={DETAIL_MESSAGES.participants} rows={1} hasActs />
        <SkeletonTimeline />
        <SkeletonCard title={DETAIL_MESSAGES.metadata} rows={5} />
      </div>
    </div>
  );
}

type LineProps = { of: "subject" | "text"; width: string; height?: string; isNarrow?: boolean };

/** `isNarrow`: a line more on narrow windows. */
function Line({ of, width, height = "12px", isNarrow }: LineProps) {
  return (
    <div className={cx("line", of, isNarrow && "narrow")}>
      <Skeleton width={width} height={height} />
    </div>
  );
}

/** `hasActs`: buttons will stand beside the title, which are taller than it. */
function SkeletonCard({ title, rows, hasActs }: { title: string; rows: number; hasActs?: boolean }) {
  return (
    <Card title={title} className={cx(hasActs && "acting")}>
      <div className="properties">
        {Array.from({ length: rows }, (_, index) => [
          <span key={`${index}-name`} className="cell">
            <Skeleton width="3.5rem" />
          </span>,
          <span key={`${index}-value`} className="cell">
            <Skeleton width="7rem" />
          </span>,
        ])}
      </div>
    </Card>
  );
}

/** Both entries, and the button below them. */
function SkeletonTimeline() {
  return (
    <Card title={DETAIL_MESSAGES.timeline}>
      {["7rem", "6rem", "5rem"].map((width) => (
        <div key={width} className="line entry">
          <Skeleton width={width} />
        </div>
      ))}
    </Card>
  );
}
