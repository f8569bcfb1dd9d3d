import { Send } from "lucide-react";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { CompanyValue } from "./read-only-company.tsx";
import { type InviteLink, useInviteUser } from "../data.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { InvitedFields, useInviteForm } from "./invite-form.tsx";
import { RoleSelect } from "./role-select.tsx";
import { INVITE_USER_MESSAGES as MESSAGES } from "../messages.ts";
import { useNewUserDefaults } from "../new-user-defaults.ts";

type Props = { onClose: () => void; onLink: (link: InviteLink) => void };

/** Invites somebody who then chooses name and password. */
export function InviteDialog({ onClose, onLink }: Props) {
  const { userType, company } = useNewUserDefaults();
  const form = useInviteForm({ userType, company, invite: useInviteUser().mutateAsync, onClose, onLink });
  const { values, errors } = form;
  return (
    <FormDialog
      title={MESSAGES.title}
      description={MESSAGES.description}
      form={form}
      act={MESSAGES.submit}
      actIcon={<Send className="icon" />}
      busyLabel={MESSAGES.busy}
      onClose={onClose}
    >
      <InvitedFields form={form} />
      <RoleSelect userType={userType} value={values.role} onChange={(role) => form.set("role", role)} />
      <div className="form-grid">
        <CompanyValue company={company} />
        <ExpiryField error={errors.expires_in_hours} {...form.text("expires_in_hours")} />
      </div>
    </FormDialog>
  );
}
