import { useForm } from "../lib/form.ts";
import { Checkbox } from "../ui/choice.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NewPassword } from "../ui/new-password.tsx";
import { CompanyValue } from "./company-value.tsx";
import { createUser } from "./data.ts";
import { RoleSelect, usualRole } from "./role-select.tsx";
import type { InviteLink } from "./invite-link-dialog.tsx";
import { CREATE_USER_WORDS as WORDS } from "./words.ts";
import { useWorkplace } from "./workplace.ts";

const schema = () => import("#contract/users.ts").then((room) => room.NewUser);

/** Adds a user with a first password, with or without an invitation to choose an own one. */
export function CreateDialog({
  onClose,
  onLink,
}: {
  onClose: () => void;
  onLink: (link: InviteLink) => void;
}) {
  const { userType, company } = useWorkplace();
  const form = useForm({
    initial: { email: "", fullname: "", password: "", role: usualRole(userType), sendInvite: false },
    bodyOf: ({ role, ...values }) => ({
      ...values,
      user_type: userType,
      company_id: company?.id,
      role_names: [role],
    }),
    schema,
    send: async (body, key) => {
      const user = await createUser(body, key);
      onClose();
      if (user.invite_link) onLink({ to: user.email, link: user.invite_link });
    },
  });
  const { values, errors } = form;
  return (
    <FormDialog
      title={WORDS.title}
      description={values.sendInvite ? WORDS.descriptionInvite : WORDS.description}
      form={form}
      act={WORDS.submit}
      busyLabel={WORDS.busy}
      onClose={onClose}
    >
      <Field label={WORDS.email} error={errors.email}>
        <Input type="email" autoComplete="off" {...form.text("email")} />
      </Field>
      <Field label={WORDS.fullName} error={errors.fullname}>
        <Input autoComplete="off" {...form.text("fullname")} />
      </Field>
      <NewPassword label={WORDS.password} error={errors.password} {...form.text("password")} />
      <div className="formgrid">
        <RoleSelect userType={userType} value={values.role} onChange={(role) => form.set("role", role)} />
        <CompanyValue company={company} />
      </div>
      <Checkbox
        label={WORDS.sendInvite}
        checked={values.sendInvite}
        onChange={(event) => form.set("sendInvite", event.target.checked)}
      />
    </FormDialog>
  );
}
