import { lazyLoad } from "#web/lib/loading/lazy-load.ts";
import { useSavedForm } from "#web/lib/form/use-saved-form.ts";
import { type Settings, type SettingsChange, useChangeSettings } from "./data.ts";

const schema = lazyLoad(
  () => import("#contract/settings.ts"),
  (contract) => contract.SettingsChange,
);

/** A form for some of the organization's settings; what others change of them meanwhile is not overwritten. */
export function useSettingsForm<Values extends object>(
  settings: Settings,
  {
    valuesOf,
    bodyOf,
  }: { valuesOf: (settings: Settings) => Values; bodyOf: (values: Values) => SettingsChange },
) {
  return useSavedForm(settings, {
    valuesOf,
    bodyOf: (values: Values, start): SettingsChange => ({ ...bodyOf(values), base_version: start.version }),
    isPart: true,
    schema,
    send: useChangeSettings().mutateAsync,
  });
}
