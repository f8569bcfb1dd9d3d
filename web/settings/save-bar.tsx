import { Button } from "#web/ui/button.tsx";
import { SETTINGS_MESSAGES } from "./messages.ts";

/** The foot of a form that keeps its values: says that they changed, and saves them. */
export function SaveFoot({ form }: { form: { isChanged: boolean; isBusy: boolean } }) {
  return (
    <>
      <span role="status">{form.isChanged && SETTINGS_MESSAGES.unsaved}</span>
      <Button
        type="submit"
        look="primary"
        disabled={!form.isChanged}
        busy={form.isBusy}
        busyLabel={SETTINGS_MESSAGES.saving}
      >
        {SETTINGS_MESSAGES.save}
      </Button>
    </>
  );
}
