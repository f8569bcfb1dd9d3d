import { useId, useState } from "react";
import { isExternal } from "#contract/access/actor.ts";
import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { useActor, useUser } from "#web/lib/api/session-state.ts";
import { Switch } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { useSaveProfile } from "./data.ts";
import { SaveFoot } from "../save-bar.tsx";
import { Section } from "../section.tsx";
import { PROFILE_MESSAGES as MESSAGES } from "./messages.ts";
import { SETTINGS_MESSAGES } from "../messages.ts";

const schema = lazyLoad(
  () => import("#contract/users.ts"),
  (contract) => contract.UserChange,
);

/** Name, phone and place; an emptied field is sent as null (rule 323). */
export function ProfileSection() {
  const user = useUser();
  const isClient = isExternal(useActor());
  const switchId = useId();
  const [start, setStart] = useState(() => valuesOf(user));
  const form = useForm({
    initial: start,
    bodyOf: (values) => ({
      fullname: values.fullname,
      phone_number: values.phone_number.trim() || null,
      city: values.city.trim() || null,
      state: values.state.trim() || null,
      // Clients never see when staff were here (rule 179): there is nothing for staff to hide.
      ...(isClient && { hide_last_online: values.hide_last_online }),
    }),
    schema,
    send: useSaveProfile().mutateAsync,
    // Blanks at the ends are gone, and are no unsaved change.
    onSent: (saved, { hide_last_online = user.hide_last_online }) => {
      begin(valuesOf({ ...saved, hide_last_online }));
    },
  });
  const present = valuesOf(user);
  // Somebody else, or oneself elsewhere, has changed the profile: what is typed here goes over the rest of that.
  if (!isEqual(present, start)) begin(present, typedSince(start, form.values));

  function begin(saved: Values, typed: Partial<Values> = {}) {
    setStart(saved);
    form.adopt({ ...saved, ...typed });
  }
  const { values, errors, text } = form;
  return (
    <Section
      id="profile"
      title={SETTINGS_MESSAGES.pages.profile}
      caption={MESSAGES.caption}
      onSubmit={form.onSubmit}
      foot={<SaveFoot form={form} />}
    >
      <div className="form-grid">
        <Field className="full" label={MESSAGES.fullName} error={errors.fullname}>
          <Input autoComplete="name" {...text("fullname")} />
        </Field>
        <Field label={MESSAGES.phone} optional error={errors.phone_number}>
          <Input type="tel" autoComplete="tel" {...text("phone_number")} />
        </Field>
        <Field label={MESSAGES.city} optional error={errors.city}>
          <Input autoComplete="address-level2" {...text("city")} />
        </Field>
        <Field label={MESSAGES.state} optional error={errors.state}>
          <Input autoComplete="address-level1" {...text("state")} />
        </Field>
      </div>
      {isClient && (
        <div className="flex-row between">
          <label htmlFor={switchId}>
            <span className="weight-medium">{MESSAGES.hide}</span>
            <br />
            <span className="hint">{MESSAGES.hideHint}</span>
          </label>
          <Switch
            id={switchId}
            aria-label={MESSAGES.hide}
            checked={values.hide_last_online}
            onChange={(event) => form.set("hide_last_online", event.target.checked)}
          />
        </div>
      )}
    </Section>
  );
}

type Values = ReturnType<typeof valuesOf>;

const isEqual = (a: Values, b: Values) => JSON.stringify(a) === JSON.stringify(b);

function typedSince(start: Values, values: Values): Partial<Values> {
  const before: Partial<Record<string, unknown>> = start;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name]));
}

type Saved = Pick<
  ReturnType<typeof useUser>,
  "fullname" | "phone_number" | "city" | "state" | "hide_last_online"
>;

function valuesOf({ fullname, phone_number, city, state, hide_last_online }: Saved) {
  return {
    fullname,
    phone_number: phone_number ?? "",
    city: city ?? "",
    state: state ?? "",
    hide_last_online,
  };
}
