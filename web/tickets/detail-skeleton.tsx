import { Card } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { DETAIL_WORDS } from "./detail-words.ts";

/** The detail page in grey: every part where it will stand. */
export function DetailSkeleton() {
  return (
    <div className="detail" role="status">
      <div className="stack wide">
        <h1 className="vh">{DETAIL_WORDS.loading}</h1>
        <header className="thead">
          <div className="row top">
            <Skeleton width="4.5rem" />
            <Skeleton width="12rem" />
          </div>
          <Skeleton width="70%" height="22px" />
        </header>
        <div className="stack">
          {["96%", "90%", "62%"].map((width) => (
            <Skeleton key={width} width={width} height="12px" />
          ))}
        </div>
      </div>
      <div className="rail">
        <SkeletonCard title={DETAIL_WORDS.statusAndPriority} rows={2} />
        <SkeletonCard title={DETAIL_WORDS.details} rows={4} />
        <SkeletonCard title={DETAIL_WORDS.timeline} rows={2} />
        <SkeletonCard title={DETAIL_WORDS.metadata} rows={4} />
      </div>
    </div>
  );
}

function SkeletonCard({ title, rows }: { title: string; rows: number }) {
  return (
    <Card title={title}>
      <div className="props">
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
