import { useNavigate } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { logout } from "../lib/session.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { closeAccount } from "./data.ts";
import { Section } from "./section.tsx";
import { DANGER_WORDS as WORDS } from "./words.ts";

/** Closes one's own account: deletes the user, signs out, goes to the sign-in (SPEC 4). */
export function DangerSection() {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  async function close() {
    await closeAccount();
    // The session ended with the account: that the server knows of none is no failure.
    await logout().catch(() => undefined);
    await navigate({ to: "/login", replace: true });
  }
  return (
    <Section id="danger" danger title={WORDS.title} caption={WORDS.caption}>
      <div className="row between wrap">
        <div>
          <b className="m">{WORDS.close}</b>
          <p className="sm muted">{WORDS.closeHint}</p>
        </div>
        <Button look="danger-quiet" onClick={() => setAsking(true)}>
          {WORDS.close}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={WORDS.sure}
        description={WORDS.sureHint}
        act={WORDS.act}
        busyLabel={WORDS.closing}
        icon={<TriangleAlert className="i l" />}
        onConfirm={close}
      />
    </Section>
  );
}
