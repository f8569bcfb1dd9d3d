import { Button } from "#web/ui/button.tsx";
import { Announced } from "#web/ui/feedback/announced.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { OUTDATED_MESSAGES as MESSAGES } from "./outdated-messages.ts";

type Props = { isOutdated: boolean; adopt: () => void };

/** Above a form of which somebody else has saved another version meanwhile. */
export function OutdatedBanner({ isOutdated, adopt }: Props) {
  return (
    <Announced>
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
    </Announced>
  );
}
