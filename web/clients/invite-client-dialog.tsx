import { Send } from "lucide-react";
import { USER_REFUSALS } from "#contract/refusals/users.ts";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { ExpiryField } from "#web/users/dialogs/expiry-field.tsx";
import { InvitedFields, useInviteForm } from "#web/users/dialogs/invite-form.tsx";
import type { InviteLink } from "#web/users/data.ts";
import { RoleSelect } from "#web/users/dialogs/role-select.tsx";
import { CompanyField } from "./company-field.tsx";
import { useInviteClient } from "./data.ts";
import { INVITE_CLIENT_MESSAGES } from "./messages.ts";

type Props = { onClose: () => void; onLink: (link: InviteLink) => void };

/** Invites somebody of a client company. */
export function InviteDialog({ onClose, onLink }: Props) {
  const form = useInviteForm({
    userType: "external",
    check: ({ company_id }) => (company_id ? {} : { company_id: USER_REFUSALS["user.company_required"] }),
    invite: useInviteClient().mutateAsync,
    onClose,
    onLink,
  });
  const { values, errors } = form;
  const missing = values.company_id ? undefined : USER_REFUSALS["user.company_required"];
  return (
    <FormDialog
      title={INVITE_CLIENT_MESSAGES.title}
      description={INVITE_CLIENT_MESSAGES.description}
      form={form}
      act={INVITE_CLIENT_MESSAGES.submit}
      actIcon={<Send className="icon" />}
      disabled={missing !== undefined}
      why={missing}
      busyLabel={INVITE_CLIENT_MESSAGES.busy}
      onClose={onClose}
    >
      <InvitedFields form={form} />
      <CompanyField
        value={values.company_id}
        error={errors.company_id}
        hint={missing}
        onChange={(company) => form.set("company_id", company)}
      />
      <div className="form-grid">
        <RoleSelect userType="external" value={values.role} onChange={(role) => form.set("role", role)} />
        <ExpiryField error={errors.expires_in_hours} {...form.text("expires_in_hours")} />
      </div>
    </FormDialog>
  );
}
