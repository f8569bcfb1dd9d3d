import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keepHere } from "#web/comments/draft/keep-here.ts";
import { isMerged } from "#web/comments/use-edit-rescue.ts";
import { failureMessage } from "#web/lib/api/api-error.ts";
import { useUser } from "#web/lib/api/session-state.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { useLeave } from "#web/lib/use-leave.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { Dialog, FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type SplitPreview, splitPreviewQuery, useSplitting } from "./split-data.ts";
import { SPLIT_MESSAGES as MESSAGES } from "./split-messages.ts";
import "#web/styles/merge.css";

type Props = { ticketId: string; ids: readonly string[]; onClose: () => void; onDone: () => void };

/** Subject and description of the new ticket, and who will read it. */
export function SplitDialog({ ticketId, ids, onClose, onDone }: Props) {
  const preview = useQuery(splitPreviewQuery(ticketId, ids));
  if (preview.data)
    return (
      <SplitForm ticketId={ticketId} ids={ids} preview={preview.data} onClose={onClose} onDone={onDone} />
    );
  return (
    <Dialog open onOpenChange={onClose} title={MESSAGES.title(ids.length)} description={MESSAGES.hint}>
      {preview.isError ? (
        <ErrorState title={MESSAGES.failedToPreview} onRetry={() => void preview.refetch()}>
          {failureMessage(preview.error)}
        </ErrorState>
      ) : (
        <Skeleton width="100%" height="12rem" />
      )}
    </Dialog>
  );
}

function SplitForm({ ticketId, ids, preview, onClose, onDone }: Props & { preview: SplitPreview }) {
  const preset = preview.issue ?? "";
  const form = useForm({
    initial: { subject: preview.subject, issue: preset },
    bodyOf: ({ subject, issue }) => ({
      comment_ids: [...ids],
      subject,
      // Left as it is, the comment itself becomes the description.
      ...((issue !== preset || preview.issue === null) && { issue }),
    }),
    send: useSplitting(ticketId).mutateAsync,
    onSent: () => {
      onClose();
      onDone();
    },
  });
  useKeepWhenMerged(ticketId, () => {
    const { subject, issue } = form.values;
    const typed = [subject !== preview.subject && subject, issue !== preset && issue];
    return form.mayLose() ? typed.filter(Boolean).join("\n\n") : "";
  });
  return (
    <FormDialog
      title={MESSAGES.title(ids.length)}
      description={MESSAGES.hint}
      form={form}
      act={MESSAGES.act}
      busyLabel={MESSAGES.acting}
      onClose={onClose}
    >
      <Field label={MESSAGES.subject} error={form.errors.subject}>
        <Input {...form.text("subject")} />
      </Field>
      <Field
        label={MESSAGES.issue}
        hint={preview.issue === null ? MESSAGES.issueByHand : MESSAGES.issueIsFirst}
        error={form.errors.issue}
      >
        <Textarea rows={5} {...form.text("issue")} />
      </Field>
      <p className="text-small">
        {MESSAGES.readers(preview.readers.map(({ fullname }) => fullname))} {MESSAGES.stay}
      </p>
    </FormDialog>
  );
}

/** The ticket that stays offers what was typed, as a note: nobody meant it for who reads that one (rule 1092). */
function useKeepWhenMerged(ticketId: string, typed: () => string): void {
  const client = useQueryClient();
  const { id: userId } = useUser();
  useLeave(() => {
    const text = typed();
    if (text.trim() !== "" && isMerged(client, ticketId))
      keepHere({ userId, ticketId }, { text, isInternal: true });
  });
}
