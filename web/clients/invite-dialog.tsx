import { Send } from "lucide-react";
import { WORDS } from "#contract/words.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { ExpiryField } from "../users/expiry-field.tsx";
import { InvitedFields, useInviteForm } from "../users/invite-form.tsx";
import type { InviteLink } from "../users/invite-link-dialog.tsx";
import { RoleSelect } from "../users/role-select.tsx";
import { CompanyField } from "./company-field.tsx";
import { inviteClient } from "./data.ts";
import { INVITE_CLIENT_WORDS } from "./words.ts";

type Props = { onClose: () => void; onLink: (link: InviteLink) => void };

/** Invites somebody of a client company. */
export function InviteDialog({ onClose, onLink }: Props) {
  const form = useInviteForm({
    userType: "external",
    check: ({ company_id }) => (company_id ? {} : { company_id: WORDS.companyRequiredForClients }),
    invite: inviteClient,
    onClose,
    onLink,
  });
  const { values, errors } = form;
  const missing = values.company_id ? undefined : WORDS.companyRequiredForClients;
  return (
    <FormDialog
      title={INVITE_CLIENT_WORDS.title}
      description={INVITE_CLIENT_WORDS.description}
      form={form}
      act={INVITE_CLIENT_WORDS.submit}
      actIcon={<Send className="i" />}
      disabled={missing !== undefined}
      why={missing}
      busyLabel={INVITE_CLIENT_WORDS.busy}
      onClose={onClose}
    >
      <InvitedFields form={form} />
      <CompanyField
        value={values.company_id}
        error={errors.company_id}
        hint={missing}
        onChange={(company) => form.set("company_id", company)}
      />
      <div className="formgrid">
        <RoleSelect userType="external" value={values.role} onChange={(role) => form.set("role", role)} />
        <ExpiryField error={errors.expires_in_hours} {...form.text("expires_in_hours")} />
      </div>
    </FormDialog>
  );
}
