import { AFTER_STORING } from "#contract/mailboxes/mailbox-kinds.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Input } from "#web/ui/form/input.tsx";
import { Select } from "#web/ui/form/select.tsx";
import type { MailboxForm } from "./mailbox-form.ts";
import { FORM_MESSAGES as MESSAGES } from "./messages.ts";

/** Which folder is read, from when on, and what becomes of a mail there. */
export function ReadingFields({ form: { values, errors, text, set } }: { form: MailboxForm }) {
  return (
    <>
      <Field label={MESSAGES.after} error={errors.after_storing}>
        <Select
          value={values.after_storing}
          options={AFTER_STORING.map((step) => ({ value: step, label: MESSAGES.afterStoring[step] }))}
          onChange={(step) => set("after_storing", step)}
        />
      </Field>
      {values.after_storing === "move" && (
        <Field label={MESSAGES.moveTo} error={errors.move_to}>
          <Input spellCheck={false} placeholder="Archive" {...text("move_to")} />
        </Field>
      )}
      <Field label={MESSAGES.folder} error={errors.folder}>
        <Input spellCheck={false} {...text("folder")} />
      </Field>
      <Field label={MESSAGES.firstDays} hint={MESSAGES.firstDaysHint} error={errors.first_days}>
        <Input className="numeric" inputMode="numeric" {...text("first_days")} />
      </Field>
    </>
  );
}
