import { useState } from "react";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { CompanyPicker } from "#web/companies/company-picker.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { ClientPicker } from "#web/users/client-picker.tsx";
import { companyOf } from "../form/company-of-client.ts";
import { audienceMessages, requesterChange, requesterOf } from "./requester-change.ts";
import { REQUESTER_MESSAGES } from "./messages.ts";
import { type TicketDetail, useSaveTicket } from "../ticket-data.ts";

const schema = lazyLoad(
  () => import("#contract/tickets/change.ts"),
  (contract) => contract.TicketChange,
);

/** Moves a ticket to another client or company, and says before who will read it then (rule 92). */
export function RequesterDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  // The change starts from this state: the ticket may go on changing behind the dialog.
  const [{ held, version }] = useState({ held: requesterOf(ticket), version: ticket.version });
  const form = useForm({
    initial: held,
    bodyOf: (values) => requesterChange(held, values, version),
    schema,
    send: useSaveTicket(ticket.id).mutateAsync,
    onSent: onClose,
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
