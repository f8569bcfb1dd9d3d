import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/form.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { toastOutcome } from "#web/ui/feedback/toast-outcome.ts";
import { ClientPicker } from "#web/users/client-picker.tsx";
import { companyOf } from "../form/company-of-client.ts";
import { DETAIL_MESSAGES } from "../detail-messages.ts";
import { audienceMessages, requesterChange, requesterOf } from "./requester-change.ts";
import { REQUESTER_MESSAGES } from "./messages.ts";
import {
  adoptTicket,
  refreshTicket,
  saveTicket,
  type TicketChange,
  type TicketDetail,
} from "../ticket-data.ts";

const schema = () => import("#contract/tickets/change.ts").then((room) => room.TicketChange);

/** Moves a ticket to another client or company, and says before who will read it then (rule 92). */
export function RequesterDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const client = useQueryClient();
  // What the change starts from: the ticket may go on changing behind the dialog.
  const [{ held, version }] = useState({ held: requesterOf(ticket), version: ticket.version });
  const form = useForm({
    initial: held,
    bodyOf: (values) => requesterChange(held, values, version),
    schema,
    send: async (body: TicketChange) => {
      try {
        const words = { done: DETAIL_MESSAGES.updated, failed: DETAIL_MESSAGES.failedToUpdate };
        adoptTicket(client, (await toastOutcome(saveTicket(ticket.id, body), words)).ticket);
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) void refreshTicket(client, ticket.id);
        throw error;
      }
    },
  });
  const { client_id: person, company_id: company } = form.values;
  const audience = audienceMessages(held, form.values);
  return (
    <FormDialog
      title={REQUESTER_MESSAGES.title}
      description={REQUESTER_MESSAGES.hint}
      form={form}
      act={REQUESTER_MESSAGES.save}
      busyLabel={REQUESTER_MESSAGES.saving}
      disabled={audience.length === 0}
      onClose={onClose}
    >
      <Field
        label={REQUESTER_MESSAGES.client}
        error={form.errors.client_id}
        hint={REQUESTER_MESSAGES.clientHint}
      >
        <ClientPicker
          value={person}
          // A company chosen before its client narrows the choice; one that came with the client does not.
          companyId={person ? null : company?.id}
          onChange={(chosen) => {
            form.set("client_id", chosen && { id: chosen.id, fullname: chosen.fullname });
            if (chosen) form.set("company_id", companyOf(chosen));
          }}
        />
      </Field>
      <Field label={REQUESTER_MESSAGES.company} error={form.errors.company_id}>
        <CompanyPicker
          value={company}
          onChange={(chosen) => {
            form.set("company_id", chosen);
            // Another company is not that of the client any more.
            if (chosen?.id !== company?.id) form.set("client_id", null);
          }}
        />
      </Field>
      <div role="status">
        {audience.length > 0 && (
          <Banner tone="warning" title={REQUESTER_MESSAGES.audience}>
            {audience.map((sentence) => (
              <span key={sentence} className="line">
                {sentence}
              </span>
            ))}
          </Banner>
        )}
      </div>
    </FormDialog>
  );
}
