import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EffectCard } from "#web/settings/saved-form/effect-card.tsx";
import { Section } from "#web/settings/section.tsx";
import { calendarsQuery } from "#web/sla/agreed/data.ts";
import { Checkbox, Switch } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { STATUS_LABELS } from "#contract/labels.ts";
import { LIMITS } from "#contract/limits.ts";
import type { LevelFormState } from "./use-level-form.ts";
import { LEVELS_MESSAGES as MESSAGES } from "./messages.ts";
import { TargetsTable } from "./targets-table.tsx";

type Props = {
  form: LevelFormState;
  head: { title: string; caption: ReactNode; actions?: ReactNode };
  isNew: boolean;
  onCancel: () => void;
  /** What becomes of open tickets. */
  children?: ReactNode;
};

/** The fields of a service level, what saving does, and the buttons. */
export function LevelForm({ form, head, isNew, onCancel, children }: Props) {
  const { values, errors } = form;
  const calendars = useQuery(calendarsQuery).data ?? [];
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit}>
      <Section id="service-level" {...head}>
        <div className="form-grid">
          <Field label={MESSAGES.name} error={errors.name}>
            <Input autoComplete="off" maxLength={LIMITS.slaPolicyName} {...form.text("name")} />
          </Field>
          <Field label={MESSAGES.calendar} error={errors.calendar_id}>
            <Select
              value={values.calendar_id}
              options={[
                { value: "", label: MESSAGES.usualCalendar },
                ...calendars.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => form.set("calendar_id", id)}
            />
          </Field>
        </div>
        <TargetsTable
          targets={values.targets}
          error={errors.targets}
          disabled={false}
          onChange={(targets) => form.set("targets", targets)}
        />
        <fieldset className="choices">
          <legend>{MESSAGES.pauses}</legend>
          <Checkbox
            label={MESSAGES.pausesForClient(STATUS_LABELS.pending)}
            checked={values.pauses_for_client}
            onChange={(event) => form.set("pauses_for_client", event.target.checked)}
          />
          <Checkbox
            label={MESSAGES.pausesForThirdParty(STATUS_LABELS.on_hold)}
            checked={values.pauses_for_third_party}
            onChange={(event) => form.set("pauses_for_third_party", event.target.checked)}
          />
        </fieldset>
        {isNew && (
          <Switch
            label={MESSAGES.forEveryone}
            checked={values.for_everyone}
            onChange={(event) => form.set("for_everyone", event.target.checked)}
          />
        )}
      </Section>
      <EffectCard form={form} isNew={isNew} onCancel={onCancel}>
        {children}
      </EffectCard>
    </form>
  );
}
