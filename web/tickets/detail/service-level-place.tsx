import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DETAIL_MESSAGES } from "../detail-messages.ts";

/** Of the size of the card that comes, with so many targets: nothing below it moves then. */
export function ServiceLevelPlace({ lines }: { lines: number }) {
  // A line has 34 px and is 10 px from the next, the foot 33 px.
  const height = lines === 0 ? 20 : lines * 44 - 6 + 10 + 33 - 10;
  return (
    <Card title={DETAIL_MESSAGES.serviceLevel}>
      <div style={{ height }}>
        <Skeleton width="80%" />
      </div>
    </Card>
  );
}
