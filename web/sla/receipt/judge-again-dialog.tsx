import { LIMITS } from "#contract/limits.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Textarea } from "#web/ui/form/input.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { type Clock, useJudgeAgain } from "../data.ts";
import { JUDGE_MESSAGES as MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/sla/receipt.ts"),
  (contract) => contract.receiptEndpoints.judgeAgain.body,
);

type Props = { ticketId: string; clock: Clock; onClose: () => void };

/** Asks for the reason with which a target is judged again. */
export function JudgeAgainDialog({ ticketId, clock: { target, cycle }, onClose }: Props) {
  const form = useForm({
    initial: { reason: "" },
    bodyOf: ({ reason }) => ({ target, cycle, reason: reason.trim() }),
    schema,
    send: useJudgeAgain(ticketId).mutateAsync,
    onSent: onClose,
  });
  return (
    <FormDialog
      title={MESSAGES.title}
      description={MESSAGES.hint}
      form={form}
      act={MESSAGES.act}
      busyLabel={MESSAGES.acting}
      onClose={onClose}
    >
      <Field label={MESSAGES.reason} hint={MESSAGES.reasonHint} error={form.errors.reason}>
        <Textarea rows={3} maxLength={LIMITS.reason} {...form.text("reason")} onKeyDown={form.onSendKey} />
      </Field>
    </FormDialog>
  );
}
