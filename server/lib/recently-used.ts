/** Values by their keys, of which those used last are kept. */
export class RecentlyUsed<Value> {
  readonly #kept = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The kept value, or a new one. */
  take(key: string, make: () => Value): Value {
    const value = this.#kept.get(key) ?? make();
    // A map keeps the order in which keys came: the first one is the one that was used longest ago.
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    return value;
  }

  /** Makes the value anew when it is asked for next. */
  forget(key: string): void {
    this.#kept.delete(key);
  }
}
