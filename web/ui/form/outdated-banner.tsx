import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { OUTDATED_MESSAGES as MESSAGES } from "./outdated-messages.ts";

type Props = { isOutdated: boolean; adopt: () => void };

/** Above a form of which somebody else has saved another version meanwhile. */
export function OutdatedBanner({ isOutdated, adopt }: Props) {
  // There before its words are, which would not be announced else; empty it takes no room.
  return (
    <div role="status" className={isOutdated ? undefined : "visually-hidden"}>
      {isOutdated && (
        <Banner
          tone="warning"
          title={MESSAGES.outdated}
          action={
            <Button size="small" onClick={adopt}>
              {MESSAGES.adopt}
            </Button>
          }
        >
          {MESSAGES.outdatedHint}
        </Banner>
      )}
    </div>
  );
}
