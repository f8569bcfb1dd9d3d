import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Section } from "#web/settings/section.tsx";
import { calendarsQuery } from "#web/sla/agreed/data.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox, Switch } from "#web/ui/form/checkbox.tsx";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
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
            label={MESSAGES.pausesForClient}
            checked={values.pauses_for_client}
            onChange={(event) => form.set("pauses_for_client", event.target.checked)}
          />
          <Checkbox
            label={MESSAGES.pausesForThirdParty}
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
      <section className="card" aria-label={MESSAGES.effect}>
        <header className="section-head alone">
          <div className="grow">
            <h2>{MESSAGES.effect}</h2>
            <p>{MESSAGES.effectHint}</p>
          </div>
        </header>
        {children}
        <footer className="section-foot">
          <span role="status">{form.isChanged && MESSAGES.unsaved}</span>
          <span className="flex-row">
            <Button look="ghost" disabled={!isNew && !form.isChanged} onClick={onCancel}>
              {MESSAGES.cancel}
            </Button>
            <Button
              type="submit"
              look="primary"
              disabled={!isNew && !form.isChanged}
              busy={form.isBusy}
              busyLabel={MESSAGES.saving}
            >
              {MESSAGES.save}
            </Button>
          </span>
        </footer>
      </section>
    </form>
  );
}
