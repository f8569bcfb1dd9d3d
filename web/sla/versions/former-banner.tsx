import type { ReactNode } from "react";
import { countText } from "#web/lib/format.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { VERSION_MESSAGES as MESSAGES } from "./messages.ts";

/** Above a version that is no longer used for new tickets; `renderLink` leads to the newest. */
export function FormerBanner({
  version,
  renderLink,
}: {
  version: number;
  renderLink: (text: string) => ReactNode;
}) {
  return (
    <Banner tone="warning" title={MESSAGES.former(countText(version))} action={renderLink(MESSAGES.toNewest)}>
      {MESSAGES.formerHint}
    </Banner>
  );
}
