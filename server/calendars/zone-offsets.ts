/** A stretch of time in which a zone is ahead of UTC by the same seconds; moments are whole seconds from 1970. */
export type OffsetPiece = { from: number; to: number; offset: number };

/** The pieces of a year of UTC, which touch. Throws RangeError for a zone that this machine does not know. */
export type OffsetsOf = (zone: string, year: number) => OffsetPiece[];

/** Loads what knows the zones: 7 MB that a desk without service levels does without. */
export async function readOffsets(): Promise<OffsetsOf> {
  const { Temporal } = await import("temporal-polyfill");
  return (zone, year) => {
    const pieces: OffsetPiece[] = [];
    const end = Date.UTC(year + 1);
    let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year)).toZonedDateTimeISO(zone);
    while (at.epochMilliseconds < end) {
      const next = at.getTimeZoneTransition("next");
      const to = Math.min(next?.epochMilliseconds ?? end, end);
      pieces.push({
        from: at.epochMilliseconds / 1000,
        to: to / 1000,
        offset: Math.round(at.offsetNanoseconds / 1e9),
      });
      if (next === null || to === end) break;
      at = next;
    }
    return pieces;
  };
}
