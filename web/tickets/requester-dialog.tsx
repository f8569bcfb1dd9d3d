import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CompanyPicker } from "../companies/company-picker.tsx";
import { ApiError } from "../lib/api-error.ts";
import { useForm } from "../lib/form.ts";
import { Banner } from "../ui/banner.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { told } from "../ui/told.ts";
import { ClientPicker } from "../users/client-picker.tsx";
import { companyOf } from "./client-company.ts";
import { DETAIL_WORDS } from "./detail-words.ts";
import { audienceWords, requesterChange, requesterOf } from "./requester.ts";
import { REQUESTER_WORDS } from "./requester-words.ts";
import {
  adoptTicket,
  refreshTicket,
  saveTicket,
  type TicketChange,
  type TicketDetail,
} from "./ticket-data.ts";

const schema = () => import("#contract/tickets/change.ts").then((room) => room.TicketChange);

/** Moves a ticket to another client or company, and says before who will read it then (decision list 92). */
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
        const words = { done: DETAIL_WORDS.updated, failed: DETAIL_WORDS.failedToUpdate };
        adoptTicket(client, (await told(saveTicket(ticket.id, body), words)).ticket);
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) void refreshTicket(client, ticket.id);
        throw error;
      }
    },
  });
  const { client_id: person, company_id: company } = form.values;
  const audience = audienceWords(held, form.values);
  return (
    <FormDialog
      title={REQUESTER_WORDS.title}
      description={REQUESTER_WORDS.hint}
      form={form}
      act={REQUESTER_WORDS.save}
      busyLabel={REQUESTER_WORDS.saving}
      disabled={audience.length === 0}
      onClose={onClose}
    >
      <Field label={REQUESTER_WORDS.client} error={form.errors.client_id} hint={REQUESTER_WORDS.clientHint}>
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
      <Field label={REQUESTER_WORDS.company} error={form.errors.company_id}>
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
          <Banner tone="warn" title={REQUESTER_WORDS.audience}>
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
