import { useForm } from "../lib/form.ts";
import { LIMITS } from "#contract/limits.ts";
import { Send } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { UI_WORDS } from "../ui/words.ts";
import { CompanyValue } from "./company-value.tsx";
import { inviteUser } from "./data.ts";
import { ExpiryField } from "./expiry-field.tsx";
import type { InviteLink } from "./invite-link-dialog.tsx";
import { RoleSelect, usualRole } from "./role-select.tsx";
import { CREATE_USER_WORDS, INVITE_USER_WORDS as WORDS } from "./words.ts";
import { useWorkplace } from "./workplace.ts";

const schema = () => import("#contract/users.ts").then((room) => room.Invite);

/** Invites somebody who then chooses name and password. */
export function InviteDialog({
  onClose,
  onLink,
}: {
  onClose: () => void;
  onLink: (link: InviteLink) => void;
}) {
  const { userType, company } = useWorkplace();
  const form = useForm({
    initial: {
      email: "",
      fullname: "",
      role: usualRole(userType),
      expires_in_hours: String(LIMITS.inviteHoursDefault),
    },
    bodyOf: ({ role, fullname, ...values }) => ({
      ...values,
      fullname: fullname || undefined,
      user_type: userType,
      company_id: company?.id,
      role_names: [role],
    }),
    schema,
    send: async (body, key) => {
      const user = await inviteUser(body, key);
      onClose();
      if (user.invite_link) onLink({ to: user.email, link: user.invite_link });
    },
  });
  const { values, errors } = form;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={WORDS.title}
      description={WORDS.description}
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {UI_WORDS.cancel}
          </Button>
          <Button
            look="primary"
            type="submit"
            icon={<Send className="i" />}
            busy={form.isBusy}
            busyLabel={WORDS.busy}
          >
            {WORDS.submit}
          </Button>
        </>
      }
    >
      <Field label={CREATE_USER_WORDS.email} error={errors.email}>
        <Input type="email" autoComplete="off" {...form.text("email")} />
      </Field>
      <Field label={CREATE_USER_WORDS.fullName} optional error={errors.fullname}>
        <Input autoComplete="off" {...form.text("fullname")} />
      </Field>
      <RoleSelect userType={userType} value={values.role} onChange={(role) => form.set("role", role)} />
      <div className="formgrid">
        <CompanyValue company={company} />
        <ExpiryField error={errors.expires_in_hours} {...form.text("expires_in_hours")} />
      </div>
    </Dialog>
  );
}
