import { TicketPlus } from "lucide-react";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { ClientPicker } from "#web/users/client-picker.tsx";
import type { WholeMail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { DecisionForm } from "./decision-form.tsx";
import { makeTicket } from "./acting.ts";
import type { FormProps } from "./form-props.ts";

type Values = { client_id: { id: string; fullname: string } | null; subject: string };
type Body = { client_id?: string; subject: string };

/** Makes a ticket of a mail for a client; mail of the staff may become one without. */
export function TicketForm({ mail, decide, onOpen, onClose }: FormProps) {
  const isOfStaff = mail.sender?.user_type === "internal";
  const form = useForm({
    initial: initialOf(mail),
    bodyOf: ({ client_id, subject }: Values): Body => ({
      ...(client_id && { client_id: client_id.id }),
      subject: subject.trim(),
    }),
    check: ({ client_id, subject }) => ({
      client_id: client_id === null && !isOfStaff ? MESSAGES.choosePerson : undefined,
      subject: subject.trim() === "" ? MESSAGES.subjectRequired : undefined,
    }),
    send: (submission: Submission<Body>) => decide.decideAndWait(makeTicket(mail, submission, onOpen)),
    onSent: () => {
      onClose();
      decide.moveOn([mail.id]);
    },
  });
  return (
    <DecisionForm
      label={MESSAGES.actions.ticket}
      form={form}
      act={MESSAGES.actions.ticket}
      icon={<TicketPlus className="icon" />}
      onClose={onClose}
    >
      {mail.proof === "failed" && <p className="text-small muted">{MESSAGES.forgedHint}</p>}
      <div className="form-grid">
        <Field label={MESSAGES.client} error={form.errors.client_id} optional={isOfStaff}>
          <ClientPicker
            value={form.values.client_id}
            empty={{ label: isOfStaff ? MESSAGES.noClient : MESSAGES.choosePerson }}
            onChange={(client) =>
              form.set("client_id", client && { id: client.id, fullname: client.fullname })
            }
          />
        </Field>
        <Field label={MESSAGES.subject} error={form.errors.subject}>
          <Input {...form.text("subject")} />
        </Field>
      </div>
    </DecisionForm>
  );
}

/** The sender is the client, unless they may be forged or are deleted: then a person says who is. */
function initialOf({ sender, proof, reason, subject }: WholeMail): Values {
  const isClient = sender?.user_type === "external" && proof !== "failed" && reason !== "sender_deleted";
  return { client_id: isClient ? { id: sender.user_id, fullname: sender.fullname } : null, subject };
}
