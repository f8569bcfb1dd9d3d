import { Button } from "../ui/button.tsx";
import { SETTINGS_WORDS } from "./words.ts";

/** The foot of a form that keeps its values: says that they changed, and saves them. */
export function SaveFoot({ form }: { form: { isChanged: boolean; isBusy: boolean } }) {
  return (
    <>
      <span role="status">{form.isChanged && SETTINGS_WORDS.unsaved}</span>
      <Button
        type="submit"
        look="primary"
        disabled={!form.isChanged}
        busy={form.isBusy}
        busyLabel={SETTINGS_WORDS.saving}
      >
        {SETTINGS_WORDS.save}
      </Button>
    </>
  );
}
