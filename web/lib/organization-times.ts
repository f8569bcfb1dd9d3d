import { useConfig } from "./public-config.ts";
import { LOCALE } from "./language.ts";

type Texts = {
  zone: string;
  /** "Tue, Nov 24, 09:00" */
  whole: (at: string | number) => string;
  /** "09:00" */
  time: (at: string | number) => string;
  /** "Nov 24" */
  day: (at: string | number) => string;
  /** "Tue 09:00", for the days around. */
  near: (at: string | number) => string;
};

/** Writes times in the organization's time zone: of what the staff plan, one date for all of them, as the presets mean it. */
export function useOrganizationTimes(): Texts {
  return textsOf(useConfig()?.time_zone ?? "UTC");
}

let made: Texts | undefined;

/** To make a format takes longer than to use it. */
function textsOf(zone: string): Texts {
  if (made?.zone !== zone) made = makeTexts(zone);
  return made;
}

function makeTexts(zone: string): Texts {
  const of = (parts: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: zone });
    return (at: string | number) => format.format(new Date(at));
  };
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const day = { month: "short", day: "numeric" } as const;
  return {
    zone,
    whole: of({ weekday: "short", ...day, ...clock }),
    time: of(clock),
    day: of(day),
    near: of({ weekday: "short", ...clock }),
  };
}
