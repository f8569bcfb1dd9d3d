import { useParams } from "@tanstack/react-router";
import { Button } from "#web/ui/button.tsx";
import { type ActionLink, useUndoEmailChange } from "../data.ts";
import { PublicPage } from "../public-page.tsx";
import { ActionLinkGate } from "./action-link-gate.tsx";
import { UNDO_MESSAGES } from "../messages.ts";

/** The page behind the link that the old address gets when the address of an account changes (rule 28). */
export function UndoEmailPage() {
  const { token } = useParams({ from: "/undo-email-change/$token" });
  return (
    <ActionLinkGate token={token} purpose="undo_email" title={UNDO_MESSAGES.title}>
      {(link) => <Undo token={token} link={link} />}
    </ActionLinkGate>
  );
}

function Undo({ token, link }: { token: string; link: ActionLink }) {
  const undoing = useUndoEmailChange(token);
  if (undoing.data)
    return <PublicPage title={UNDO_MESSAGES.done} subtitle={UNDO_MESSAGES.doneHint(undoing.data.email)} />;
  return (
    <PublicPage title={UNDO_MESSAGES.title} subtitle={UNDO_MESSAGES.subtitleOf(link.email)}>
      <Button
        look="primary"
        size="extra-large"
        busy={undoing.isPending}
        busyLabel={UNDO_MESSAGES.busy}
        onClick={() => undoing.mutate()}
      >
        {UNDO_MESSAGES.submit}
      </Button>
    </PublicPage>
  );
}
