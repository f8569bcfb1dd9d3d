/** Chance that repeats: the same seed gives the same draws on every machine (mulberry32). */
export type SeededRandom = {
  /** 0 <= x < 1. */
  next(): number;
  /** A whole number, 0 <= n < limit. */
  below(limit: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** UUID version 4. */
  id(): string;
  /** UUID version 7 of that moment, for event-like rows. */
  eventId(at: Date): string;
};

/** Makes dice for invented data, never for secrets: the draws can be predicted. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = () => word() / 4_294_967_296;
  const below = (limit: number) => Math.floor(next() * limit);
  const hex = () => word().toString(16).padStart(8, "0");
  const id = () => {
    const [a, b, c, d] = [hex(), hex(), hex(), hex()];
    const variant = "89ab"[Number.parseInt(c[0] ?? "0", 16) & 3];
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
  };
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new RangeError("nothing to pick from");
      return picked;
    },
    id,
    eventId: (at) => {
      const time = at.getTime().toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${id().slice(15)}`;
    },
  };
}

/** Shuffles a copy of the items. */
export function shuffle<T>(dice: SeededRandom, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: dice.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
