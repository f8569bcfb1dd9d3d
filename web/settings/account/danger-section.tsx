import { useNavigate } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { logout } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { useCloseAccount } from "./data.ts";
import { Section } from "../section.tsx";
import { DANGER_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

/** Closes one's own account: deletes the user, signs out, goes to the sign-in (rule 326). */
export function DangerSection() {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const closing = useCloseAccount();
  async function close() {
    await closing.mutateAsync();
    // The session ended with the account: that the server knows of none is no failure.
    await logout().catch(() => undefined);
    await navigate({ to: "/login", replace: true });
  }
  return (
    <Section id="danger" danger title={SETTINGS_MESSAGES.pages.danger} caption={MESSAGES.caption}>
      <div className="flex-row between wrap">
        <div>
          <b className="weight-medium">{MESSAGES.close}</b>
          <p className="text-small muted">{MESSAGES.closeHint}</p>
        </div>
        <Button look="danger-quiet" onClick={() => setAsking(true)}>
          {MESSAGES.close}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={MESSAGES.sure}
        description={MESSAGES.sureHint}
        act={MESSAGES.act}
        busyLabel={MESSAGES.closing}
        icon={<TriangleAlert className="icon large" />}
        onConfirm={close}
      />
    </Section>
  );
}
