import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ButtonLink } from "#web/ui/form/button-link.tsx";
import { CALENDAR_FORM_MESSAGES, CALENDAR_MESSAGES as MESSAGES } from "./messages.ts";

type Props = { year: number } & (
  | { name: string; calendarId: string; onPropose?: never }
  | { onPropose: () => void; name?: never; calendarId?: never }
);

/** Says in the last months of a year that the next one has no holidays yet. */
export function MissingHolidays({ year, name, calendarId, onPropose }: Props) {
  const title = name === undefined ? MESSAGES.missing(year) : `${name}: ${MESSAGES.missing(year)}`;
  return (
    <Banner
      tone="warning"
      title={title}
      action={
        onPropose ? (
          <Button size="small" onClick={onPropose}>
            {CALENDAR_FORM_MESSAGES.propose}
          </Button>
        ) : (
          <ButtonLink
            to="/settings/calendars/$calendarId"
            params={{ calendarId }}
            search={{ propose: true }}
            size="small"
          >
            {CALENDAR_FORM_MESSAGES.propose}
          </ButtonLink>
        )
      }
    >
      {MESSAGES.missingHint}
    </Banner>
  );
}
