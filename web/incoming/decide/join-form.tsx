import { Link2 } from "lucide-react";
import { useState } from "react";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import type { WholeMail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { joinTicket } from "./acting.ts";
import { DecisionForm } from "./decision-form.tsx";
import type { FormProps } from "./form-props.ts";
import { writerOf } from "./writer-of.ts";
import { type FoundTicket, TicketPicker } from "#web/tickets/picker/ticket-picker.tsx";

type Values = { ticket_id: FoundTicket | null; add_participant: boolean };
type Body = { ticket_id: string; add_participant: boolean };

/** Makes a mail a comment of a ticket; a sender of another company is asked about once more. */
export function JoinForm({ mail, decide, onOpen, onClose }: FormProps) {
  const [question, ask] = useState<string | null>(null);
  const join = (submission: Submission<Body & { confirm?: boolean }>) =>
    decide.decideAndWait(joinTicket(mail, submission, { open: onOpen, ask }));
  function moveOn() {
    onClose();
    decide.moveOn([mail.id]);
  }
  const form = useForm({
    initial: initialOf(mail),
    bodyOf,
    check: ({ ticket_id }) => ({ ticket_id: ticket_id === null ? MESSAGES.chooseTicket : undefined }),
    send: join,
    onSent: moveOn,
  });
  const client = mail.sender?.user_type === "external" ? mail.sender : null;
  async function joinAnyway() {
    await join({ body: { ...bodyOf(form.values), confirm: true }, idempotencyKey: crypto.randomUUID() });
    form.forget();
    moveOn();
  }
  return (
    <>
      <DecisionForm
        label={MESSAGES.actions.join}
        form={form}
        act={MESSAGES.actions.join}
        icon={<Link2 className="icon" />}
        onClose={onClose}
      >
        {mail.proof === "failed" && <p className="text-small muted">{MESSAGES.forgedJoinHint}</p>}
        <Field label={MESSAGES.ticket} error={form.errors.ticket_id} hint={describeComment(mail)}>
          <TicketPicker
            value={form.values.ticket_id}
            suggested={mail.mentions[0]}
            clientId={client?.user_id}
            onChange={(ticket) => form.set("ticket_id", ticket)}
          />
        </Field>
        {client && (
          <Checkbox
            label={MESSAGES.addParticipant(client.fullname)}
            checked={form.values.add_participant}
            onChange={(event) => form.set("add_participant", event.target.checked)}
          />
        )}
      </DecisionForm>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(isOpen) => !isOpen && ask(null)}
        title={question ?? ""}
        description={MESSAGES.otherCompanyHint}
        act={MESSAGES.joinAnyway}
        danger={false}
        onConfirm={joinAnyway}
      />
    </>
  );
}

function initialOf({ ticket, reason }: WholeMail): Values {
  return { ticket_id: ticket, add_participant: reason === "not_on_ticket" };
}

function bodyOf({ ticket_id, add_participant }: Values): Body {
  return { ticket_id: ticket_id?.id ?? "", add_participant };
}

/** Whose comment it becomes: the server decides by the same. */
function describeComment(mail: WholeMail): string {
  const { sender, proof, reason } = mail;
  const isTheirs = sender && reason !== "sender_deleted" && reason !== "forward_unknown";
  if (isTheirs && (sender.user_type === "external" || proof === "strong"))
    return MESSAGES.joinHint(sender.fullname);
  return MESSAGES.joinUnknownHint(writerOf(mail).address || MESSAGES.unknownSender);
}
