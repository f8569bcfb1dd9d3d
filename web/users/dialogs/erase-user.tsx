import { useQuery } from "@tanstack/react-query";
import { Download, UserX } from "lucide-react";
import { useRef, useState } from "react";
import type { Actor } from "#contract/access/actor.ts";
import { mayEraseUser } from "#contract/access/users.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { saveFile } from "#web/lib/browser/save-file.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { RowAction } from "#web/ui/table/row-actions.tsx";
import { type Erasure, erasureQuery, type ErasureReceipt, type User, useEraseUser } from "../data.ts";
import { ERASE_MESSAGES as MESSAGES } from "../messages.ts";

/** Taking a deleted person's name away for good: administrators alone may (rule 148). */
export function eraseUserActions(actor: Actor, user: User, onSelect: (user: User) => void): RowAction[] {
  if (!user.deleted_at || !mayEraseUser(actor, user)) return [];
  return [
    {
      label: MESSAGES.label,
      name: `${MESSAGES.label}: ${user.fullname}`,
      icon: <UserX className="icon" />,
      danger: true,
      onSelect: () => onSelect(user),
    },
  ];
}

/** Says exactly what goes and what stays, erases, and shows the receipt. */
export function EraseUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [receipt, setReceipt] = useState<ErasureReceipt | null>(null);
  const { data: preview, error } = useQuery({ ...erasureQuery(user.id), enabled: receipt === null });
  const erasing = useEraseUser();
  const isErased = useRef(false);
  if (receipt) return <Receipt receipt={receipt} onClose={onClose} />;
  async function erase() {
    const done = await erasing.mutateAsync(user.id);
    isErased.current = true;
    setReceipt(done);
  }
  return (
    <ConfirmDialog
      open
      // The question closes itself after it was answered; its receipt takes its place.
      onOpenChange={() => !isErased.current && onClose()}
      title={MESSAGES.title}
      icon={<UserX className="icon large" />}
      description={
        <>
          {MESSAGES.lead}
          <b className="named">{user.fullname}</b>
          {MESSAGES.rest}
          {preview && <Lines of={preview} />}
          {error && <b className="lines">{failureMessage(error, MESSAGES.failed)}</b>}
        </>
      }
      act={MESSAGES.act}
      busyLabel={MESSAGES.busy}
      onConfirm={erase}
    />
  );
}

function Receipt({ receipt, onClose }: { receipt: ErasureReceipt; onClose: () => void }) {
  const head = MESSAGES.receiptOf(receipt.erased_by, dateAndTime(receipt.erased_at));
  function download() {
    const lines = [MESSAGES.receipt, head, MESSAGES.number(receipt.id), ...linesOf(receipt)];
    saveFile(MESSAGES.fileName(receipt.id), new Blob([`${lines.join("\n")}\n`], { type: "text/plain" }));
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={MESSAGES.receipt}
      description={head}
      foot={
        <>
          <Button icon={<Download className="icon" />} onClick={download}>
            {MESSAGES.download}
          </Button>
          <Button look="primary" onClick={onClose}>
            {MESSAGES.done}
          </Button>
        </>
      }
    >
      <p className="erasure text-small">
        <Lines of={receipt} />
      </p>
      <p className="text-small muted">{MESSAGES.kept}</p>
    </Dialog>
  );
}

/** Spans, since a dialog's description is a paragraph. */
function Lines({ of }: { of: Erasure }) {
  return (
    <span className="lines">
      {linesOf(of).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function linesOf({ removed, kept }: Erasure): string[] {
  const gone = MESSAGES.removed(removed);
  return [MESSAGES.account, ...(gone ? gone.split("\n") : []), MESSAGES.stays(kept.tickets, kept.comments)];
}
