import { ShieldOff } from "lucide-react";
import type { Actor } from "#contract/access/actor.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import type { RowAction } from "#web/ui/table/row-actions.tsx";
import { type User, useResetSecondFactor } from "../data.ts";
import { RESET_FACTOR_MESSAGES as MESSAGES } from "../messages.ts";

/** Resetting another person's second factor: only administrators see who has one. One's own is in the settings. */
export function resetSecondFactorActions(
  actor: Actor,
  user: User,
  onSelect: (user: User) => void,
): RowAction[] {
  if (!user.has_second_factor || user.deleted_at || user.id === actor.id) return [];
  return [
    {
      label: MESSAGES.label,
      name: `${MESSAGES.label}: ${user.fullname}`,
      icon: <ShieldOff className="icon" />,
      onSelect: () => onSelect(user),
    },
  ];
}

export function ResetFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const resetting = useResetSecondFactor();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={MESSAGES.label}
      icon={<ShieldOff className="icon large" />}
      description={
        <>
          {MESSAGES.lead}
          <b className="named">{user.fullname}</b>
          {MESSAGES.rest}
        </>
      }
      act={MESSAGES.act}
      busyLabel={MESSAGES.busy}
      onConfirm={() => resetting.mutateAsync(user.id)}
    />
  );
}
