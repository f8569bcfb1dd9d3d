import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AUTH_REFUSALS } from "#contract/refusals/auth.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { LoadingBlock } from "#web/ui/spinner.tsx";
import { hasRunOut, isDead, type ActionLink, linkQuery, useAskForInvitation } from "../data.ts";
import { PublicPage } from "../public-page.tsx";
import { LINK_MESSAGES } from "../messages.ts";

type Props = {
  token: string;
  purpose: ActionLink["purpose"];
  /** The page's name until the link is known to work. */
  title: string;
  children: (link: ActionLink) => ReactNode;
};

/** Checks a mailed link before its form is shown, so that nobody fills one in for a link that no longer works. */
export function ActionLinkGate({ token, purpose, title, children }: Props) {
  const link = useQuery(linkQuery(token));
  if (link.data?.purpose === purpose) return children(link.data);
  if (link.isPending) {
    return (
      <PublicPage title={title}>
        <LoadingBlock label={LINK_MESSAGES.checking} />
      </PublicPage>
    );
  }
  if (hasRunOut(link.error)) return <RunOut token={token} purpose={purpose} />;
  if (link.isSuccess || isDead(link.error)) {
    return <PublicPage title={AUTH_REFUSALS["auth.link_invalid"]} subtitle={LINK_MESSAGES.dead} />;
  }
  return (
    <PublicPage title={title}>
      <ErrorState
        title={failureMessage(link.error, LINK_MESSAGES.failed) ?? LINK_MESSAGES.failed}
        onRetry={() => void link.refetch()}
      />
    </PublicPage>
  );
}

/** An invitation that ran out is renewed from here, a password link where one asks for it. */
function RunOut({ token, purpose }: Pick<Props, "token" | "purpose">) {
  if (purpose === "invite") return <RunOutInvitation token={token} />;
  if (purpose === "undo_email") return <PublicPage title={LINK_MESSAGES.expired} />;
  return (
    <PublicPage title={LINK_MESSAGES.expired} subtitle={LINK_MESSAGES.expiredReset}>
      <ButtonLink to="/forgot-password" look="primary" size="extra-large">
        {LINK_MESSAGES.ask}
      </ButtonLink>
    </PublicPage>
  );
}

function RunOutInvitation({ token }: { token: string }) {
  const asking = useAskForInvitation(token);
  if (asking.isSuccess) return <PublicPage title={LINK_MESSAGES.asked} subtitle={LINK_MESSAGES.askedHint} />;
  return (
    <PublicPage title={LINK_MESSAGES.expired} subtitle={LINK_MESSAGES.expiredInvite}>
      <Button
        look="primary"
        size="extra-large"
        busy={asking.isPending}
        busyLabel={LINK_MESSAGES.asking}
        onClick={() => asking.mutate()}
      >
        {LINK_MESSAGES.ask}
      </Button>
    </PublicPage>
  );
}
