import { type ComponentProps, useId } from "react";
import { Field } from "#web/ui/form/field.tsx";
import { Input, Textarea } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Switch } from "#web/ui/form/checkbox.tsx";
import type { Company } from "./data.ts";
import { COMPANY_FORM_MESSAGES as MESSAGES } from "./messages.ts";

type Texts = Record<"name" | "description" | "contact_email" | "contact_phone", string>;
export type CompanyValues = Texts & {
  is_active: boolean;
  sharing: Company["sharing"];
  urgent_allowed: boolean;
};

export const NEW_COMPANY: CompanyValues = {
  name: "",
  description: "",
  contact_email: "",
  contact_phone: "",
  is_active: true,
  sharing: "own",
  urgent_allowed: true,
};

export function valuesOf(company: Company): CompanyValues {
  const { name, description, contact_email, contact_phone, is_active, sharing, urgent_allowed } = company;
  return {
    name,
    description: description ?? "",
    contact_email: contact_email ?? "",
    contact_phone: contact_phone ?? "",
    is_active,
    sharing,
    urgent_allowed,
  };
}

/** Empty optional fields are sent as null. */
export function companyRequestBody(values: CompanyValues) {
  return {
    ...values,
    description: values.description.trim() || null,
    contact_email: values.contact_email.trim() || null,
    contact_phone: values.contact_phone.trim() || null,
  };
}

type Form = {
  values: CompanyValues;
  errors: Partial<Record<keyof CompanyValues, string>>;
  text: (name: keyof Texts) => Pick<ComponentProps<"input">, "value"> & {
    onChange: (event: { target: { value: string } }) => void;
  };
  set: <Name extends "is_active" | "sharing" | "urgent_allowed">(
    name: Name,
    value: CompanyValues[Name],
  ) => void;
};

export function CompanyFields({ form }: { form: Form }) {
  const { values, errors, text, set } = form;
  return (
    <>
      <Field label={MESSAGES.name} error={errors.name}>
        <Input autoComplete="off" {...text("name")} />
      </Field>
      <Field label={MESSAGES.description} optional error={errors.description}>
        <Textarea rows={3} placeholder={MESSAGES.descriptionPlaceholder} {...text("description")} />
      </Field>
      <div className="form-grid">
        <Field label={MESSAGES.email} optional error={errors.contact_email}>
          <Input
            type="email"
            autoComplete="off"
            placeholder={MESSAGES.emailPlaceholder}
            {...text("contact_email")}
          />
        </Field>
        <Field label={MESSAGES.phone} optional error={errors.contact_phone}>
          <Input type="tel" autoComplete="off" {...text("contact_phone")} />
        </Field>
      </div>
      <Field label={MESSAGES.sharing} error={errors.sharing}>
        <Select<Company["sharing"]>
          value={values.sharing}
          options={[
            { value: "own", label: MESSAGES.sharingOwn },
            { value: "company", label: MESSAGES.sharingCompany },
          ]}
          onChange={(sharing) => set("sharing", sharing)}
        />
      </Field>
      <SwitchRow
        label={MESSAGES.urgent}
        hint={MESSAGES.urgentHint}
        checked={values.urgent_allowed}
        onChange={(urgent_allowed) => set("urgent_allowed", urgent_allowed)}
      />
      <SwitchRow
        label={MESSAGES.active}
        hint={MESSAGES.activeHint}
        checked={values.is_active}
        onChange={(is_active) => set("is_active", is_active)}
      />
    </>
  );
}

type SwitchRowProps = { label: string; hint: string; checked: boolean; onChange: (checked: boolean) => void };

function SwitchRow({ label, hint, checked, onChange }: SwitchRowProps) {
  const switchId = useId();
  return (
    <div className="flex-row between">
      <label htmlFor={switchId}>
        <span className="weight-medium">{label}</span>
        <br />
        <span className="hint">{hint}</span>
      </label>
      <Switch
        id={switchId}
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
