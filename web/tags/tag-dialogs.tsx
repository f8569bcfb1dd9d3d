import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, failureMessage, isRefusal } from "#web/lib/api/api-error.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { type Pick, Picker } from "#web/ui/form/picker.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Dialog, FormDialog } from "#web/ui/overlay/dialog.tsx";
import { type Tag, tagsQuery, useDeleteTag, useMergeTag, useRenameTag } from "./data.ts";
import { TAG_MESSAGES } from "./messages.ts";
import type { TagAct } from "./tag-row.tsx";

/** The open dialog and its tag; a merge may know already into which. */
export type OpenTagDialog = { kind: TagAct; tag: Tag; into?: Pick };

type Props = { dialog: OpenTagDialog; onClose: () => void; onMerge: (dialog: OpenTagDialog) => void };

export function TagDialogs({ dialog, onClose, onMerge }: Props) {
  const { kind, tag, into } = dialog;
  if (kind === "merge") return <MergeDialog key={into?.id} tag={tag} into={into} onClose={onClose} />;
  if (kind === "delete") return <DeleteTag tag={tag} onClose={onClose} />;
  return (
    <RenameDialog
      tag={tag}
      onClose={onClose}
      onTaken={(taken) => onMerge({ kind: "merge", tag, into: taken })}
    />
  );
}

const schema = lazyLoad(
  () => import("#contract/tags.ts"),
  ({ tags }) => tags.rename.body,
);

/** Another name for a tag; one that another tag has leads to merging the two. */
function RenameDialog({
  tag,
  onClose,
  onTaken,
}: {
  tag: Tag;
  onClose: () => void;
  onTaken: (into: Pick) => void;
}) {
  const renaming = useRenameTag(tag.id);
  const form = useForm({
    initial: { name: tag.name },
    bodyOf: (values) => values,
    schema,
    send: (submission) =>
      renaming.mutateAsync(submission).catch((error: unknown) => {
        const taken = isRefusal(error, "tag.name_taken") ? takenBy(error) : null;
        if (taken) onTaken(taken);
        throw error;
      }),
    onSent: onClose,
  });
  return (
    <FormDialog
      title={TAG_MESSAGES.renameTitle}
      form={form}
      act={TAG_MESSAGES.save}
      busyLabel={TAG_MESSAGES.saving}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      <Field label={TAG_MESSAGES.name} hint={TAG_MESSAGES.nameHint} error={form.errors.name}>
        <Input autoComplete="off" {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}

/** The tag that has the name, as the refusal names it. */
function takenBy(error: unknown): Pick | null {
  const { facts } = error instanceof ApiError ? error.problem : {};
  if (typeof facts !== "object" || facts === null || !("id" in facts) || !("name" in facts)) return null;
  return { id: String(facts.id), label: String(facts.name) };
}

/** Merging into another tag, after a look at how many tickets that moves. */
function MergeDialog({ tag, into, onClose }: { tag: Tag; into: Pick | undefined; onClose: () => void }) {
  const merging = useMergeTag(tag.id);
  const [chosen, choose] = useState<Pick | null>(into ?? null);
  const [term, setTerm] = useState("");
  const tags = useQuery(tagsQuery(term));
  const count = TAG_MESSAGES.tickets(tag.tickets);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TAG_MESSAGES.mergeTitle}
      description={into ? TAG_MESSAGES.exists(into.label, count) : TAG_MESSAGES.intoHint(tag.name, count)}
      foot={
        <FormButtons
          act={TAG_MESSAGES.mergeAct}
          busyLabel={TAG_MESSAGES.merging}
          isBusy={merging.isPending}
          disabled={chosen === null}
          why={TAG_MESSAGES.chooseTag}
          onAct={() => chosen && merging.mutate(chosen.id, { onSuccess: onClose })}
          onCancel={onClose}
        />
      }
    >
      <Field label={TAG_MESSAGES.into}>
        <Picker
          label={TAG_MESSAGES.into}
          searchLabel={TAG_MESSAGES.search}
          value={chosen}
          onChange={choose}
          options={tags.data?.items.filter(({ id }) => id !== tag.id).map(pickOf)}
          error={tags.isError ? failureMessage(tags.error, TAG_MESSAGES.failedToFetch) : null}
          onRetry={() => void tags.refetch()}
          onSearch={setTerm}
          empty={{ label: TAG_MESSAGES.chooseTag }}
        />
      </Field>
    </Dialog>
  );
}

function pickOf({ id, name, tickets }: Tag): Pick {
  return { id, label: name, note: TAG_MESSAGES.tickets(tickets) };
}

function DeleteTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const deleting = useDeleteTag(tag.id);
  const count = TAG_MESSAGES.tickets(tag.tickets);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={TAG_MESSAGES.deleteTitle}
      description={
        <>
          {TAG_MESSAGES.deleteLead}
          <b className="named">{tag.name}</b>
          {TAG_MESSAGES.deleteRest(count)}
        </>
      }
      act={tag.tickets > 0 ? TAG_MESSAGES.deleteAct(count) : TAG_MESSAGES.deleteUnused}
      busyLabel={TAG_MESSAGES.deleting}
      onConfirm={() => deleting.mutateAsync()}
    />
  );
}
