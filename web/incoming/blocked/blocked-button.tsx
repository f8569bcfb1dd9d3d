import { Ban } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "#web/lib/loading/lazy-part.tsx";
import { Button } from "#web/ui/button.tsx";
import { BLOCKED_MESSAGES as MESSAGES } from "./messages.ts";

const dialog = lazyPart(
  () => import("./blocked-dialog.tsx"),
  ({ BlockedDialog }) => BlockedDialog,
);

/** Opens the list of blocked senders; on phones a sign alone. */
export function BlockedButton({ size }: { size?: "small" }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span>
      <Button
        size={size}
        look="ghost"
        aria-label={MESSAGES.title}
        icon={<Ban className="icon" />}
        onPointerEnter={dialog.fetch}
        onFocus={dialog.fetch}
        onClick={() => setOpen(true)}
      >
        <span className="desktop-only">{MESSAGES.title}</span>
      </Button>
      {isOpen && <dialog.Part onClose={() => setOpen(false)} />}
    </span>
  );
}
