import { Archive } from "lucide-react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { type Team, useArchiveTeam, useChangeTeam, useCreateTeam } from "./data.ts";
import { MembersDialog } from "./members-dialog.tsx";
import { TEAMS_MESSAGES as MESSAGES } from "./messages.ts";

/** The open dialog and its team. */
export type OpenTeamDialog = { kind: "new" } | { kind: "rename" | "members" | "archive"; team: Team };

const schema = lazyLoad(
  () => import("#contract/groups.ts"),
  ({ groups }) => groups.create.body,
);

export function TeamDialogs({ dialog, onClose }: { dialog: OpenTeamDialog; onClose: () => void }) {
  switch (dialog.kind) {
    case "new":
      return <NameDialog onClose={onClose} />;
    case "rename":
      return <NameDialog team={dialog.team} onClose={onClose} />;
    case "members":
      return <MembersDialog team={dialog.team} onClose={onClose} />;
    default:
      return <ArchiveTeam team={dialog.team} onClose={onClose} />;
  }
}

/** A new team's name, or another one for a team. */
function NameDialog({ team, onClose }: { team?: Team; onClose: () => void }) {
  const creating = useCreateTeam();
  const changing = useChangeTeam(team?.id ?? "");
  const form = useForm({
    initial: { name: team?.name ?? "" },
    bodyOf: (values) => values,
    schema,
    send: team ? changing.mutateAsync : creating.mutateAsync,
    onSent: onClose,
  });
  return (
    <FormDialog
      title={team ? MESSAGES.rename : MESSAGES.new}
      form={form}
      act={team ? MESSAGES.save : MESSAGES.create}
      busyLabel={team ? MESSAGES.saving : MESSAGES.creating}
      disabled={team && !form.isChanged}
      onClose={onClose}
    >
      <Field label={MESSAGES.name} error={form.errors.name}>
        <Input autoComplete="off" {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}

function ArchiveTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  const archiving = useArchiveTeam();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={MESSAGES.archiveTitle}
      description={
        <>
          {MESSAGES.archiveLead}
          <b className="named">{team.name}</b>
          {MESSAGES.archiveRest}
        </>
      }
      act={MESSAGES.archiveAct}
      busyLabel={MESSAGES.archiving}
      icon={<Archive className="icon large" />}
      onConfirm={() => archiving.mutateAsync(team.id)}
    />
  );
}
