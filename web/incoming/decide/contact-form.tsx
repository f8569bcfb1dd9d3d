import { UserPlus } from "lucide-react";
import { CompanyPicker } from "#web/companies/company-picker.tsx";
import type { Submission } from "#web/lib/form/submission-key.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { WholeMail } from "../data.ts";
import { INCOMING_MESSAGES as MESSAGES } from "../messages.ts";
import { domainOf } from "../reason-text.ts";
import { DecisionForm } from "./decision-form.tsx";
import { makeTicket } from "./acting.ts";
import type { FormProps } from "./form-props.ts";
import { writerOf } from "./writer-of.ts";

type Values = { fullname: string; company_id: { id: string; name: string } | null; subject: string };
type Body = { contact: { fullname: string; company_id: string }; subject: string };

/** An unknown sender becomes a person of a company, and the mail a ticket, in one step. */
export function ContactForm({ mail, decide, onOpen, onClose }: FormProps) {
  const form = useForm({
    initial: initialOf(mail),
    bodyOf: ({ fullname, company_id, subject }: Values): Body => ({
      contact: { fullname: fullname.trim(), company_id: company_id?.id ?? "" },
      subject: subject.trim(),
    }),
    check: ({ fullname, company_id, subject }) => ({
      fullname: fullname.trim() === "" ? MESSAGES.nameRequired : undefined,
      company_id: company_id === null ? MESSAGES.chooseCompany : undefined,
      subject: subject.trim() === "" ? MESSAGES.subjectRequired : undefined,
    }),
    send: (submission: Submission<Body>) => decide.decideAndWait(makeTicket(mail, submission, onOpen)),
    onSent: () => {
      onClose();
      decide.moveOn([mail.id]);
    },
  });
  const { fullname, company_id } = form.values;
  return (
    <DecisionForm
      label={MESSAGES.actions.contact}
      form={form}
      act={MESSAGES.makeContact}
      icon={<UserPlus className="icon" />}
      onClose={onClose}
    >
      <CompanyHint mail={mail} />
      <div className="form-grid">
        <Field label={MESSAGES.fullName} error={form.errors.fullname}>
          {/* The form opens by a press that asks for it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Input autoFocus autoComplete="off" {...form.text("fullname")} />
        </Field>
        <Field label={MESSAGES.company} error={form.errors.company_id}>
          <CompanyPicker
            value={company_id}
            empty={{ label: MESSAGES.chooseCompany }}
            onChange={(company) => form.set("company_id", company)}
          />
        </Field>
        <Field label={MESSAGES.subject} error={form.errors.subject} className="full">
          <Input {...form.text("subject")} />
        </Field>
      </div>
      <p className="hint">{MESSAGES.contactHint(fullname.trim() || writerOf(mail).address)}</p>
    </DecisionForm>
  );
}

/** Only a verified domain fills the company in; an unverified one is named, for the person to judge. */
function initialOf(mail: WholeMail): Values {
  const { suggested_company: company } = mail;
  return {
    fullname: writerOf(mail).name,
    company_id: company?.verified ? { id: company.id, name: company.name } : null,
    subject: mail.subject,
  };
}

function CompanyHint({ mail }: { mail: WholeMail }) {
  const { suggested_company: company } = mail;
  const domain = domainOf(mail.from_address);
  if (!company || !domain) return null;
  const say = company.verified ? MESSAGES.companyVerified : MESSAGES.companyNamed;
  return <p className="text-small muted">{say(domain, company.name)}</p>;
}
