import { z } from "zod";
import { mayHaveInbox } from "#contract/access/inbox.ts";
import { countUnreadOf } from "#server/inbox/read.ts";
import type { App } from "#server/lib/request-context.ts";
import type { Stream } from "./stream.ts";

/** What the trigger of the Inbox announces (migration 0061). */
const Whisper = z.object({ inbox: z.uuid() });

export type InboxCounts = {
  /** Whether it was the whisper of an Inbox. */
  receive(text: string): boolean;
  /** Sends their number to those whose Inbox has changed since: several changes of a moment are one. */
  sendChanged(): Promise<void>;
  sendTo(streams: readonly Stream[]): Promise<void>;
};

/** Sends how much is unread in an Inbox to its person, and to nobody else. */
export function openInboxCounts(app: App, connections: { all(): Stream[] }): InboxCounts {
  const changed = new Set<string>();

  async function sendTo(streams: readonly Stream[]): Promise<void> {
    const having = streams.filter(({ actor }) => mayHaveInbox(actor));
    if (having.length === 0) return;
    const counts = await countUnreadOf(app.db, [...new Set(having.map(({ actor }) => actor.id))]);
    const byPerson = new Map(counts.map(({ user_id, unread }) => [user_id, unread]));
    for (const stream of having) stream.send("inbox", { unread: byPerson.get(stream.actor.id) ?? 0 });
  }

  return {
    receive(text) {
      const said = Whisper.safeParse(JSON.parse(text));
      if (said.success) changed.add(said.data.inbox);
      return said.success;
    },
    async sendChanged() {
      if (changed.size === 0) return;
      const people = new Set(changed);
      changed.clear();
      await sendTo(connections.all().filter(({ actor }) => people.has(actor.id)));
    },
    sendTo,
  };
}
