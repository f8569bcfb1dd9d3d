import { LIMITS } from "#contract/limits.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import type { FormErrors } from "#web/lib/form/form-errors.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { Invite, InviteLink } from "../data.ts";
import { defaultRole } from "./role-select.tsx";
import { CREATE_USER_MESSAGES } from "../messages.ts";

type Choice = { id: string; name: string } | null;
export type InviteValues = {
  email: string;
  fullname: string;
  company_id: Choice;
  role: string;
  expires_in_hours: string;
};

type Spec = {
  userType: "internal" | "external";
  /** The company that nobody may choose another one for. */
  company?: Choice;
  check?: (values: InviteValues) => FormErrors<InviteValues>;
  invite: (invitation: Submission<Invite>) => Promise<{ email: string; invite_link?: string | undefined }>;
  onClose: () => void;
  /** Called with the link if no mail server sends it. */
  onLink: (link: InviteLink) => void;
};

const schema = lazyLoad(
  () => import("#contract/users.ts"),
  (contract) => contract.Invite,
);

/** The form of an invitation, of staff or of clients. */
export function useInviteForm({ userType, company, check, invite, onClose, onLink }: Spec) {
  const initial: InviteValues = {
    email: "",
    fullname: "",
    company_id: null,
    role: defaultRole(userType),
    expires_in_hours: String(LIMITS.inviteHoursDefault),
  };
  return useForm({
    initial,
    bodyOf: ({ role, fullname, company_id, ...values }) => ({
      ...values,
      fullname: fullname || undefined,
      user_type: userType,
      company_id: (company ?? company_id)?.id,
      role_names: [role],
    }),
    schema,
    check,
    send: invite,
    onSent: ({ email, invite_link }) => {
      onClose();
      if (invite_link) onLink({ to: email, link: invite_link });
    },
  });
}

/** Address and name of the invited person. */
export function InvitedFields({ form }: { form: Pick<ReturnType<typeof useInviteForm>, "errors" | "text"> }) {
  const { errors, text } = form;
  return (
    <>
      <Field label={CREATE_USER_MESSAGES.email} error={errors.email}>
        <Input type="email" autoComplete="off" {...text("email")} />
      </Field>
      <Field label={CREATE_USER_MESSAGES.fullName} optional error={errors.fullname}>
        <Input autoComplete="off" {...text("fullname")} />
      </Field>
    </>
  );
}
