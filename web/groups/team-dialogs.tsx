import { Archive } from "lucide-react";
import { useForm } from "../lib/form.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { UI_WORDS } from "../ui/words.ts";
import { archiveTeam, changeTeam, createTeam, type Team } from "./data.ts";
import { MembersDialog } from "./members-dialog.tsx";
import { TEAMS_WORDS as WORDS } from "./words.ts";

/** Which dialog is open, and about which team. */
export type OpenTeamDialog = { kind: "new" } | { kind: "rename" | "members" | "archive"; team: Team };

const schema = () => import("#contract/groups.ts").then(({ groups }) => groups.create.body);

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
  const form = useForm({
    initial: { name: team?.name ?? "" },
    bodyOf: (values) => values,
    schema,
    send: async (body, key) => {
      await (team ? changeTeam(team.id, body) : createTeam(body, key));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={team ? WORDS.rename : WORDS.new}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {UI_WORDS.cancel}
          </Button>
          <Button
            look="primary"
            type="submit"
            disabled={team && !form.isChanged}
            busy={form.isBusy}
            busyLabel={team ? WORDS.saving : WORDS.creating}
          >
            {team ? WORDS.save : WORDS.create}
          </Button>
        </>
      }
    >
      <Field label={WORDS.name} error={form.errors.name}>
        <Input autoComplete="off" {...form.text("name")} />
      </Field>
    </Dialog>
  );
}

function ArchiveTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={WORDS.archiveTitle}
      description={
        <>
          {WORDS.archiveLead}
          <b className="named">{team.name}</b>
          {WORDS.archiveRest}
        </>
      }
      act={WORDS.archiveAct}
      busyLabel={WORDS.archiving}
      icon={<Archive className="i l" />}
      onConfirm={() => archiveTeam(team.id)}
    />
  );
}
