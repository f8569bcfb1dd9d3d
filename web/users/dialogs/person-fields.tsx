import type { ComponentProps } from "react";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import type { User } from "../data.ts";
import { CREATE_USER_MESSAGES, EDIT_USER_MESSAGES } from "../messages.ts";

/** The editable fields of a person in the form: text, empty for none. */
export type PersonValues = Record<"fullname" | "email" | "phone_number" | "city" | "state", string>;

export function personOf(user: User): PersonValues {
  const { fullname, email, phone_number, city, state } = user;
  return { fullname, email, phone_number: phone_number ?? "", city: city ?? "", state: state ?? "" };
}

/** Empty optional fields are sent as null (rule 290). */
export function personRequestBody({ fullname, email, ...optional }: PersonValues) {
  return {
    fullname,
    email,
    phone_number: optional.phone_number.trim() || null,
    city: optional.city.trim() || null,
    state: optional.state.trim() || null,
  };
}

type Form = {
  errors: Partial<Record<keyof PersonValues, string>>;
  text: (name: keyof PersonValues) => Pick<ComponentProps<"input">, "value" | "onChange">;
};

export function PersonFields({ form }: { form: Form }) {
  const { errors, text } = form;
  return (
    <>
      <Field label={CREATE_USER_MESSAGES.fullName} error={errors.fullname}>
        <Input autoComplete="off" {...text("fullname")} />
      </Field>
      <Field label={CREATE_USER_MESSAGES.email} error={errors.email}>
        <Input type="email" autoComplete="off" {...text("email")} />
      </Field>
      <div className="form-grid">
        <Field label={EDIT_USER_MESSAGES.phone} optional error={errors.phone_number}>
          <Input type="tel" autoComplete="off" {...text("phone_number")} />
        </Field>
        <Field label={EDIT_USER_MESSAGES.city} optional error={errors.city}>
          <Input autoComplete="off" {...text("city")} />
        </Field>
        <Field label={EDIT_USER_MESSAGES.state} optional error={errors.state}>
          <Input autoComplete="off" {...text("state")} />
        </Field>
      </div>
    </>
  );
}
