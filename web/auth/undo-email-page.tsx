import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { type LinkFacts, undoEmailChange } from "./data.ts";
import { PublicPage } from "./public-page.tsx";
import { WithLink } from "./with-link.tsx";
import { UNDO_WORDS } from "./words.ts";

/** Where the link leads that the old address gets when the address of an account changes (decision list 28). */
export function UndoEmailPage() {
  const { token } = useParams({ from: "/undo-email-change/$token" });
  return (
    <WithLink token={token} purpose="undo_email" title={UNDO_WORDS.title}>
      {(link) => <Undo token={token} link={link} />}
    </WithLink>
  );
}

function Undo({ token, link }: { token: string; link: LinkFacts }) {
  const [isBusy, setBusy] = useState(false);
  const [email, setEmail] = useState<string | null>(null);
  async function undo() {
    setBusy(true);
    const reply = await undoEmailChange(token).catch(() => null);
    setBusy(false);
    if (reply) setEmail(reply.email);
  }
  if (email !== null) return <PublicPage title={UNDO_WORDS.done} subtitle={UNDO_WORDS.doneHint(email)} />;
  return (
    <PublicPage title={UNDO_WORDS.title} subtitle={UNDO_WORDS.subtitleOf(link.email)}>
      <Button look="primary" size="xl" busy={isBusy} busyLabel={UNDO_WORDS.busy} onClick={() => void undo()}>
        {UNDO_WORDS.submit}
      </Button>
    </PublicPage>
  );
}
