import { useForm } from "../lib/form.ts";
import { useUser } from "../lib/session-state.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { saveProfile } from "./data.ts";
import { SaveFoot } from "./save-foot.tsx";
import { Section } from "./section.tsx";
import { PROFILE_WORDS as WORDS } from "./words.ts";

const schema = () => import("#contract/users.ts").then((room) => room.UserChange);

/** Name, phone and place; what is emptied is sent as null (SPEC 5). */
export function ProfileSection() {
  const { fullname, phone_number, city, state } = useUser();
  const form = useForm({
    initial: { fullname, phone_number: phone_number ?? "", city: city ?? "", state: state ?? "" },
    bodyOf: (values) => ({
      fullname: values.fullname,
      phone_number: values.phone_number.trim() || null,
      city: values.city.trim() || null,
      state: values.state.trim() || null,
    }),
    schema,
    send: saveProfile,
  });
  const { errors, text } = form;
  return (
    <Section
      id="profile"
      title={WORDS.title}
      caption={WORDS.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <div className="formgrid">
        <Field className="full" label={WORDS.fullName} error={errors.fullname}>
          <Input autoComplete="name" {...text("fullname")} />
        </Field>
        <Field label={WORDS.phone} optional error={errors.phone_number}>
          <Input type="tel" autoComplete="tel" {...text("phone_number")} />
        </Field>
        <Field label={WORDS.city} optional error={errors.city}>
          <Input autoComplete="address-level2" {...text("city")} />
        </Field>
        <Field label={WORDS.state} optional error={errors.state}>
          <Input autoComplete="address-level1" {...text("state")} />
        </Field>
      </div>
    </Section>
  );
}
