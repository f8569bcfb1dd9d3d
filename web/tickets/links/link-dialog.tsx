import { mayRunIncidents } from "#contract/access/incidents.ts";
import { useActor } from "#web/lib/api/session-state.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { LINK_KINDS, type LinkKind } from "#contract/links/link-kinds.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { isClosed } from "#contract/statuses.ts";
import { type FoundTicket, TicketPicker } from "../picker/ticket-picker.tsx";
import type { TicketDetail } from "../ticket-data.ts";
import { useAddLink } from "./links-data.ts";
import { LINK_MESSAGES as MESSAGES } from "./messages.ts";

type Values = { kind: LinkKind; ticket_id: FoundTicket | null; close: boolean };

const INITIAL: Values = { kind: "related", ticket_id: null, close: true };
const OPTIONS = LINK_KINDS.map((kind) => ({ value: kind, label: MESSAGES.kinds[kind] }));
const WITHOUT_INCIDENTS = OPTIONS.filter(({ value }) => value !== "child");

/** Links the ticket to another one; a duplicate can be closed with it. */
export function LinkDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const mayClose = !isClosed(ticket.status);
  const mayJoin = mayRunIncidents(useActor()) && ticket.parent === null && ticket.open_reporters === null;
  const form = useForm({
    initial: INITIAL,
    bodyOf: ({ kind, ticket_id, close }) => ({
      kind,
      ticket_id: ticket_id?.id ?? "",
      close: close && mayClose && kind === "duplicate",
    }),
    check: ({ ticket_id }) => ({ ticket_id: ticket_id === null ? MESSAGES.chooseTicket : undefined }),
    send: useAddLink(ticket.id).mutateAsync,
    onSent: onClose,
  });
  return (
    <FormDialog
      title={MESSAGES.title}
      description={MESSAGES.hint}
      form={form}
      act={MESSAGES.save}
      busyLabel={MESSAGES.saving}
      onClose={onClose}
    >
      <Field label={MESSAGES.kind} error={form.errors.kind}>
        <Select
          value={form.values.kind}
          options={mayJoin ? OPTIONS : WITHOUT_INCIDENTS}
          onChange={(kind) => form.set("kind", kind)}
        />
      </Field>
      <Field label={MESSAGES.ticket} error={form.errors.ticket_id}>
        <TicketPicker
          value={form.values.ticket_id}
          exceptId={ticket.id}
          onChange={(chosen) => form.set("ticket_id", chosen)}
        />
      </Field>
      {form.values.kind === "duplicate" && mayClose && (
        <Checkbox
          label={MESSAGES.close(ticket.uid)}
          checked={form.values.close}
          onChange={(event) => form.set("close", event.target.checked)}
        />
      )}
    </FormDialog>
  );
}
