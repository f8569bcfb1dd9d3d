import { type ComponentProps, useId } from "react";
import { Field } from "../ui/field.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/choice.tsx";
import type { Company } from "./data.ts";
import { COMPANY_FORM_WORDS as WORDS } from "./words.ts";

type Texts = Record<"name" | "description" | "contact_email" | "contact_phone", string>;
export type CompanyValues = Texts & { is_active: boolean; sharing: Company["sharing"] };

export const NEW_COMPANY: CompanyValues = {
  name: "",
  description: "",
  contact_email: "",
  contact_phone: "",
  is_active: true,
  sharing: "own",
};

export function valuesOf(company: Company): CompanyValues {
  const { name, description, contact_email, contact_phone, is_active, sharing } = company;
  return {
    name,
    description: description ?? "",
    contact_email: contact_email ?? "",
    contact_phone: contact_phone ?? "",
    is_active,
    sharing,
  };
}

/** Empty optional fields are sent as null. */
export function bodyOfCompany(values: CompanyValues) {
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
  set: <Name extends "is_active" | "sharing">(name: Name, value: CompanyValues[Name]) => void;
};

export function CompanyFields({ form }: { form: Form }) {
  const { values, errors, text, set } = form;
  const switchId = useId();
  return (
    <>
      <Field label={WORDS.name} error={errors.name}>
        <Input autoComplete="off" {...text("name")} />
      </Field>
      <Field label={WORDS.description} optional error={errors.description}>
        <Textarea rows={3} placeholder={WORDS.descriptionPlaceholder} {...text("description")} />
      </Field>
      <div className="formgrid">
        <Field label={WORDS.email} optional error={errors.contact_email}>
          <Input
            type="email"
            autoComplete="off"
            placeholder={WORDS.emailPlaceholder}
            {...text("contact_email")}
          />
        </Field>
        <Field label={WORDS.phone} optional error={errors.contact_phone}>
          <Input type="tel" autoComplete="off" {...text("contact_phone")} />
        </Field>
      </div>
      <Field label={WORDS.sharing} error={errors.sharing}>
        <Select<Company["sharing"]>
          value={values.sharing}
          options={[
            { value: "own", label: WORDS.sharingOwn },
            { value: "company", label: WORDS.sharingCompany },
          ]}
          onChange={(sharing) => set("sharing", sharing)}
        />
      </Field>
      <div className="row between">
        <label htmlFor={switchId}>
          <span className="m">{WORDS.active}</span>
          <br />
          <span className="hint">{WORDS.activeHint}</span>
        </label>
        <Switch
          id={switchId}
          aria-label={WORDS.active}
          checked={values.is_active}
          onChange={(event) => set("is_active", event.target.checked)}
        />
      </div>
    </>
  );
}
