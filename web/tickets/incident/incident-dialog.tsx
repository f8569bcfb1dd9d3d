import { useNavigate } from "@tanstack/react-router";
import { LIMITS } from "#contract/limits.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { type FoundTicket, TicketPicker } from "../picker/ticket-picker.tsx";
import { type Linking, useLinkToIncident } from "./incident-data.ts";
import { INCIDENT_MESSAGES as MESSAGES } from "./messages.ts";

type Values = { incident: FoundTicket | null; isNew: boolean; subject: string; issue: string };
type Props = {
  tickets: readonly { id: string; subject: string }[];
  onClose: () => void;
  onLinked?: () => void;
};

/** Makes tickets belong to an incident that is there, or to a new one, which then is opened. */
export function IncidentDialog({ tickets, onClose, onLinked }: Props) {
  const navigate = useNavigate();
  const form = useForm({
    initial: emptyFor(tickets),
    bodyOf: ({ incident, isNew, subject, issue }): Linking => ({
      ticketIds: tickets.map(({ id }) => id),
      ...(isNew
        ? { made: { subject, issue } }
        : { incident: { id: incident?.id ?? "", uid: incident?.uid ?? "" } }),
    }),
    check: ({ incident, isNew }) => ({
      incident: !isNew && incident === null ? MESSAGES.chooseTicket : undefined,
    }),
    send: useLinkToIncident().mutateAsync,
    onSent: ({ id }, body) => {
      onLinked?.();
      onClose();
      if ("made" in body) void navigate({ to: "/tickets/$ticketId", params: { ticketId: id } });
    },
  });
  const { values, errors, set } = form;
  return (
    <FormDialog
      title={MESSAGES.title}
      description={MESSAGES.hint}
      form={form}
      act={values.isNew ? MESSAGES.create : MESSAGES.link}
      busyLabel={MESSAGES.saving}
      onClose={onClose}
    >
      <Checkbox
        label={MESSAGES.isNew}
        checked={values.isNew}
        onChange={(event) => set("isNew", event.target.checked)}
      />
      {values.isNew ? (
        <>
          <Field label={MESSAGES.subject} error={errors.subject}>
            <Input
              value={values.subject}
              maxLength={LIMITS.subject}
              onChange={(event) => set("subject", event.target.value)}
            />
          </Field>
          <Field label={MESSAGES.issue} error={errors.issue}>
            <Textarea
              rows={4}
              value={values.issue}
              maxLength={LIMITS.issue}
              onChange={(event) => set("issue", event.target.value)}
            />
          </Field>
        </>
      ) : (
        <Field label={MESSAGES.incident} error={errors.incident}>
          <TicketPicker value={values.incident} onChange={(incident) => set("incident", incident)} />
        </Field>
      )}
    </FormDialog>
  );
}

function emptyFor(tickets: Props["tickets"]): Values {
  return { incident: null, isNew: false, subject: tickets[0]?.subject ?? "", issue: "" };
}

const NO_TICKET: { ticket: FoundTicket | null } = { ticket: null };

type AddProps = { incident: { id: string; uid: string }; onClose: () => void };

/** Adds a ticket to the incident that is looked at. */
export function AddReporterDialog({ incident, onClose }: AddProps) {
  const form = useForm({
    initial: NO_TICKET,
    bodyOf: ({ ticket }): Linking => ({ incident, ticketIds: [ticket?.id ?? ""] }),
    check: ({ ticket }) => ({ ticket: ticket === null ? MESSAGES.chooseTicket : undefined }),
    send: useLinkToIncident().mutateAsync,
    onSent: onClose,
  });
  return (
    <FormDialog
      title={MESSAGES.addTitle}
      description={MESSAGES.hint}
      form={form}
      act={MESSAGES.link}
      busyLabel={MESSAGES.saving}
      onClose={onClose}
    >
      <Field label={MESSAGES.ticket} error={form.errors.ticket}>
        <TicketPicker
          value={form.values.ticket}
          exceptId={incident.id}
          onChange={(ticket) => form.set("ticket", ticket)}
        />
      </Field>
    </FormDialog>
  );
}
