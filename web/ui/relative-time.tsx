import { useCurrentTime } from "#web/lib/current-time.ts";
import { type AgoForm, dateAndTime, relativeTime, shortDate } from "#web/lib/format.ts";
import { useTimeZone } from "#web/lib/time-zone.ts";

type Props = { at: string | null | undefined; form?: AgoForm; empty?: string };

/** "4m ago" or "2y ago", kept current; the exact time is in the tooltip and in the markup. `empty` stands for a missing time. */
export function RelativeTime({ at, form, empty = "-" }: Props) {
  const now = useCurrentTime();
  useTimeZone();
  if (!at) return <>{empty}</>;
  return (
    <time dateTime={at} title={dateAndTime(at)}>
      {relativeTime(at, now, form)}
    </time>
  );
}

/** "Jan 5, 2025", or with the time of day when `exact`. */
export function DateText({
  at,
  exact,
  empty = "-",
}: {
  at: string | null | undefined;
  exact?: boolean;
  empty?: string;
}) {
  useTimeZone();
  if (!at) return <>{empty}</>;
  return (
    <time dateTime={at} title={dateAndTime(at)}>
      {exact ? dateAndTime(at) : shortDate(at)}
    </time>
  );
}
