import type { Client, Pool } from "pg";
import { openClient } from "#server/db/several-hosts.ts";
import { makeTurns } from "#server/lib/work/in-turn.ts";

/** A mailbox that this process reads; `lost` is aborted when another may do so. */
export type HeldMailbox = { lost: AbortSignal; release(): Promise<void> };

export type MailboxLocks = {
  /** Takes the mailbox for this process; null while another has it. */
  take(mailboxId: string): Promise<HeldMailbox | null>;
  stop(): Promise<void>;
};

/**
 * Keeps every mailbox to one connection over all instances: advisory locks of a session, on a connection of its own that
 * is opened with the first mailbox. When it breaks, the database lets all of them go.
 */
export function openMailboxLocks(sessions: Pool): MailboxLocks {
  let session: { client: Client; lost: AbortController } | null = null;
  let opening: Promise<{ client: Client; lost: AbortController }> | null = null;
  const inTurn = makeTurns();

  async function open() {
    const client = await openClient({ ...sessions.options, application_name: "waypost-mailboxes" });
    const opened = { client, lost: new AbortController() };
    const end = () => {
      if (session === opened) session = null;
      opened.lost.abort();
    };
    client.on("error", end);
    client.on("end", end);
    session = opened;
    return opened;
  }

  async function current() {
    if (session) return session;
    opening ??= open().finally(() => (opening = null));
    return opening;
  }

  return {
    async take(mailboxId) {
      const { client, lost } = await current();
      const { rows } = await inTurn(() =>
        client.query<{ taken: boolean }>("select pg_try_advisory_lock(hashtextextended($1, 41)) as taken", [
          mailboxId,
        ]),
      );
      if (!rows[0]?.taken) return null;
      return {
        lost: lost.signal,
        release: async () => {
          if (lost.signal.aborted) return;
          // Where it cannot be said, the connection is broken, and the lock gone with it.
          await inTurn(() =>
            client.query("select pg_advisory_unlock(hashtextextended($1, 41))", [mailboxId]),
          ).catch(() => client.end());
        },
      };
    },
    async stop() {
      await session?.client.end();
    },
  };
}
