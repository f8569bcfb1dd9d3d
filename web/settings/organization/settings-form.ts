import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { type Settings, type SettingsChange, useChangeSettings } from "./data.ts";

const schema = lazyLoad(
  () => import("#contract/settings.ts"),
  (contract) => contract.SettingsChange,
);

/** A form for some of the organization's settings; other people's changes to the rest are not overwritten. */
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
