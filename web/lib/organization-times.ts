import { useConfig } from "./public-config.ts";
import { LOCALE } from "./language.ts";
import { useTimeZone, viewerTimeZone } from "./time-zone.ts";

export type Times = {
  zone: string;
  /** "Tue, Nov 24, 09:00" */
  whole: (at: string | number) => string;
  /** "09:00" */
  time: (at: string | number) => string;
  /** "Nov 24" */
  day: (at: string | number) => string;
  /** "Tue" */
  weekday: (at: string | number) => string;
  /** "Tue 09:00", for the days around. */
  near: (at: string | number) => string;
};

/** Writes times in the organization's time zone: of what the staff plan, one date for all of them, as the presets mean it. */
export function useOrganizationTimes(): Times {
  return timesIn(useConfig()?.time_zone ?? "UTC");
}

/** Writes times in the viewer's time zone, with the hours of 24 that service levels are agreed in. */
export function useViewerTimes(): Times {
  useTimeZone();
  return timesIn(viewerTimeZone());
}

const made = new Map<string, Times>();

/** To make a format takes longer than to use it. */
function timesIn(zone: string): Times {
  const times = made.get(zone) ?? makeTimes(zone);
  made.set(zone, times);
  return times;
}

function makeTimes(zone: string): Times {
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
    weekday: of({ weekday: "short" }),
    near: of({ weekday: "short", ...clock }),
  };
}
