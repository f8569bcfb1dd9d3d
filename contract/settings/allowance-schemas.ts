import { z } from "zod";
import { ALLOWANCE_SETTINGS, mapAllowanceSettings } from "../allowances.ts";
import { SETTINGS_REFUSALS } from "../refusals/settings.ts";
import { messagesOf } from "../refusals/schema-message.ts";

const message = messagesOf(SETTINGS_REFUSALS);

/** The fields of the settings as they are read. */
export const AllowanceValues = z.object(mapAllowanceSettings(() => z.int()));

/** The fields of a change of the settings. */
export const allowanceChanges = mapAllowanceSettings((field) => {
  const { least: min, most: max } = ALLOWANCE_SETTINGS[field];
  const outOfBounds = message("settings.limit_out_of_bounds", { min, max });
  return z.int(outOfBounds).min(min, outOfBounds).max(max, outOfBounds).optional();
});
