import type { ReactNode } from "react";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = {
  year: number;
  /** Of the calendar, where several stand below each other. */
  name?: string;
  action: ReactNode;
};

/** Says in the last months of a year that the next one has no holidays yet. */
export function MissingHolidays({ year, name, action }: Props) {
  const missing = MESSAGES.missing(year);
  return (
    <Banner tone="warning" title={name === undefined ? missing : `${name}: ${missing}`} action={action}>
      {MESSAGES.missingHint}
    </Banner>
  );
}
