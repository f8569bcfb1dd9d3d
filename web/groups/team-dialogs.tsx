import { Archive } from "lucide-react";
import { useForm } from "../lib/form.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
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
    <FormDialog
      title={team ? WORDS.rename : WORDS.new}
      form={form}
      act={team ? WORDS.save : WORDS.create}
      busyLabel={team ? WORDS.saving : WORDS.creating}
      disabled={team && !form.isChanged}
      onClose={onClose}
    >
      <Field label={WORDS.name} error={form.errors.name}>
        <Input autoComplete="off" {...form.text("name")} />
      </Field>
    </FormDialog>
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
