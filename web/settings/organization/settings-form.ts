import { useForm } from "#web/lib/form/form.ts";
import { type Settings, type SettingsChange, useChangeSettings } from "./data.ts";

const schema = () => import("#contract/settings.ts").then((room) => room.SettingsChange);

/** A form for some of the organization's settings; what somebody else changed meanwhile is not overwritten. */
export function useSettingsForm<Values extends object>(
  settings: Settings,
  { initial, bodyOf }: { initial: Values; bodyOf: (values: Values) => SettingsChange },
) {
  return useForm({
    initial,
    bodyOf: (values: Values) => ({ ...bodyOf(values), base_version: settings.version }),
    schema,
    send: useChangeSettings().mutateAsync,
  });
}
