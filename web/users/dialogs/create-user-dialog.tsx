import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { FormDialog } from "#web/ui/overlay/dialog.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { NewPassword } from "#web/ui/form/new-password.tsx";
import { CompanyValue } from "./read-only-company.tsx";
import { type InviteLink, useCreateUser } from "../data.ts";
import { RoleSelect, defaultRole } from "./role-select.tsx";
import { CREATE_USER_MESSAGES as MESSAGES } from "../messages.ts";
import { useNewUserDefaults } from "../new-user-defaults.ts";

const schema = lazyLoad(
  () => import("#contract/users.ts"),
  (contract) => contract.NewUser,
);

/** Adds a user with a first password, with or without an invitation to choose an own one. */
export function CreateDialog({
  onClose,
  onLink,
}: {
  onClose: () => void;
  onLink: (link: InviteLink) => void;
}) {
  const { userType, company } = useNewUserDefaults();
  const form = useForm({
    initial: { email: "", fullname: "", password: "", role: defaultRole(userType), sendInvite: false },
    bodyOf: ({ role, ...values }) => ({
      ...values,
      user_type: userType,
      company_id: company?.id,
      role_names: [role],
    }),
    schema,
    send: useCreateUser().mutateAsync,
    onSent: ({ email, invite_link }) => {
      onClose();
      if (invite_link) onLink({ to: email, link: invite_link });
    },
  });
  const { values, errors } = form;
  return (
    <FormDialog
      title={MESSAGES.title}
      description={values.sendInvite ? MESSAGES.descriptionInvite : MESSAGES.description}
      form={form}
      act={MESSAGES.submit}
      busyLabel={MESSAGES.busy}
      onClose={onClose}
    >
      <Field label={MESSAGES.email} error={errors.email}>
        <Input type="email" autoComplete="off" {...form.text("email")} />
      </Field>
      <Field label={MESSAGES.fullName} error={errors.fullname}>
        <Input autoComplete="off" {...form.text("fullname")} />
      </Field>
      <NewPassword label={MESSAGES.password} error={errors.password} {...form.text("password")} />
      <div className="form-grid">
        <RoleSelect userType={userType} value={values.role} onChange={(role) => form.set("role", role)} />
        <CompanyValue company={company} />
      </div>
      <Checkbox
        label={MESSAGES.sendInvite}
        checked={values.sendInvite}
        onChange={(event) => form.set("sendInvite", event.target.checked)}
      />
    </FormDialog>
  );
}
