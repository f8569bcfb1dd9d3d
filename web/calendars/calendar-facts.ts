import { countText } from "#web/lib/format.ts";
import type { CalendarLine } from "./data.ts";
import { CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";

/** "Organization default · used by 2 service levels and 37 companies · version 3". */
export function factsOf({
  is_default,
  used_by,
  version,
}: Pick<CalendarLine, "is_default" | "used_by" | "version">) {
  const { policies, companies } = used_by;
  const isUsed = policies + companies > 0;
  return [
    ...(is_default ? [MESSAGES.isDefault] : []),
    ...(isUsed ? [MESSAGES.usedBy(policies, companies)] : is_default ? [] : [MESSAGES.unused]),
    MESSAGES.version(countText(version)),
  ].join(" · ");
}
