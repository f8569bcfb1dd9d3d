import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { WORDS } from "#contract/words.ts";
import { failureWords } from "../lib/api-error.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { LoadingBlock } from "../ui/spinner.tsx";
import { askForInvitation, hasRunOut, isDead, type LinkFacts, linkQuery } from "./data.ts";
import { PublicPage } from "./public-page.tsx";
import { LINK_WORDS } from "./words.ts";

type Props = {
  token: string;
  purpose: LinkFacts["purpose"];
  /** The page's name until the link is known to work. */
  title: string;
  children: (link: LinkFacts) => ReactNode;
};

/** Looks at a mailed link first: who follows one that no longer works learns so before filling anything in. */
export function WithLink({ token, purpose, title, children }: Props) {
  const link = useQuery(linkQuery(token));
  if (link.data?.purpose === purpose) return children(link.data);
  if (link.isPending) {
    return (
      <PublicPage title={title}>
        <LoadingBlock words={LINK_WORDS.checking} />
      </PublicPage>
    );
  }
  if (hasRunOut(link.error)) return <RunOut token={token} purpose={purpose} />;
  if (link.isSuccess || isDead(link.error)) {
    return <PublicPage title={WORDS.linkDead} subtitle={LINK_WORDS.dead} />;
  }
  return (
    <PublicPage title={title}>
      <ErrorState
        title={failureWords(link.error, LINK_WORDS.failed) ?? LINK_WORDS.failed}
        onRetry={() => void link.refetch()}
      />
    </PublicPage>
  );
}

/** An invitation that ran out is renewed from here, a password link where one asks for it. */
function RunOut({ token, purpose }: Pick<Props, "token" | "purpose">) {
  if (purpose === "invite") return <RunOutInvitation token={token} />;
  if (purpose === "undo_email") return <PublicPage title={LINK_WORDS.expired} />;
  return (
    <PublicPage title={LINK_WORDS.expired} subtitle={LINK_WORDS.expiredReset}>
      <ButtonLink to="/forgot-password" look="primary" size="xl">
        {LINK_WORDS.ask}
      </ButtonLink>
    </PublicPage>
  );
}

function RunOutInvitation({ token }: { token: string }) {
  const [state, setState] = useState<"idle" | "busy" | "asked">("idle");
  function ask() {
    setState("busy");
    askForInvitation(token).then(
      () => setState("asked"),
      () => setState("idle"),
    );
  }
  if (state === "asked") return <PublicPage title={LINK_WORDS.asked} subtitle={LINK_WORDS.askedHint} />;
  return (
    <PublicPage title={LINK_WORDS.expired} subtitle={LINK_WORDS.expiredInvite}>
      <Button look="primary" size="xl" busy={state === "busy"} busyLabel={LINK_WORDS.asking} onClick={ask}>
        {LINK_WORDS.ask}
      </Button>
    </PublicPage>
  );
}
