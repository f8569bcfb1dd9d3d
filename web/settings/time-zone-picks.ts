import type { Pick } from "#web/ui/form/picker.tsx";

/** A time zone as a row of a picker. */
export function timeZonePick(zone: string): Pick {
  return { id: zone, label: zone.replaceAll("_", " ") };
}

/** Every time zone that this browser knows, UTC first. */
export const TIME_ZONES: readonly Pick[] = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC"),
].map(timeZonePick);
