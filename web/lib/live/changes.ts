import type { LiveTopic } from "#contract/events.ts";
import type { LiveMessages } from "#contract/live.ts";

export type Change = LiveMessages["change"];

/** Hears of changes in bursts; an empty list means that anything may have changed. */
type Listener = (changes: readonly Change[]) => void;

const listeners = new Set<{ topic: LiveTopic; listener: Listener }>();

/** Subscribes to the changes of one topic. Gives the function that unsubscribes. */
export function onChanges(topic: LiveTopic, listener: Listener): () => void {
  const entry = { topic, listener };
  listeners.add(entry);
  return () => listeners.delete(entry);
}

/** Tells each listener what changed of its topic: nothing where that is an empty list. */
export function tellChanges(changesOf: (topic: LiveTopic) => readonly Change[] | "any"): void {
  for (const { topic, listener } of listeners) {
    const changes = changesOf(topic);
    if (changes === "any") listener([]);
    else if (changes.length > 0) listener(changes);
  }
}
