import { Send } from "lucide-react";
import { LIMITS } from "#contract/limits.ts";
import { WORDS } from "#contract/words.ts";
import { useForm } from "../lib/form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { UI_WORDS } from "../ui/words.ts";
import { ExpiryField } from "../users/expiry-field.tsx";
import type { InviteLink } from "../users/invite-link-dialog.tsx";
import { RoleSelect, usualRole } from "../users/role-select.tsx";
import { CREATE_USER_WORDS } from "../users/words.ts";
import { type CompanyChoice, CompanyField } from "./company-field.tsx";
import { inviteClient } from "./data.ts";
import { INVITE_CLIENT_WORDS } from "./words.ts";

type Values = {
  email: string;
  fullname: string;
  company_id: CompanyChoice;
  role: string;
  expires_in_hours: string;
};

const schema = () => import("#contract/users.ts").then((room) => room.Invite);

const EMPTY: Values = {
  email: "",
  fullname: "",
  company_id: null,
  role: usualRole("external"),
  expires_in_hours: String(LIMITS.inviteHoursDefault),
};

/** Invites somebody of a client company. */
export function InviteDialog({
  onClose,
  onLink,
}: {
  onClose: () => void;
  onLink: (link: InviteLink) => void;
}) {
  const form = useForm({
    initial: EMPTY,
    bodyOf: ({ role, fullname, company_id, ...values }) => ({
      ...values,
      fullname: fullname || undefined,
      user_type: "external" as const,
      company_id: company_id?.id,
      role_names: [role],
    }),
    schema,
    check: ({ company_id }) => (company_id ? {} : { company_id: WORDS.companyRequiredForClients }),
    send: async (body, key) => {
      const client = await inviteClient(body, key);
      onClose();
      if (client.invite_link) onLink({ to: client.email, link: client.invite_link });
    },
  });
  const { values, errors } = form;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={INVITE_CLIENT_WORDS.title}
      description={INVITE_CLIENT_WORDS.description}
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
            disabled={!values.company_id}
            title={values.company_id ? undefined : WORDS.companyRequiredForClients}
            busy={form.isBusy}
            busyLabel={INVITE_CLIENT_WORDS.busy}
          >
            {INVITE_CLIENT_WORDS.submit}
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
      <CompanyField
        value={values.company_id}
        error={errors.company_id}
        hint={values.company_id ? undefined : WORDS.companyRequiredForClients}
        onChange={(company) => form.set("company_id", company)}
      />
      <div className="formgrid">
        <RoleSelect userType="external" value={values.role} onChange={(role) => form.set("role", role)} />
        <ExpiryField error={errors.expires_in_hours} {...form.text("expires_in_hours")} />
      </div>
    </Dialog>
  );
}
