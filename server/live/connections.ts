import type { LiveMessages } from "#contract/live.ts";
import { findActors } from "#server/auth/session/session.ts";
import type { App, SignedIn } from "#server/lib/request-context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { addOpenStream, removeOpenStreams, reportOpenStreams } from "./count-open-streams.ts";
import { openStream, type MessageName, type Stream } from "./stream.ts";

export type Connections = ReturnType<typeof openConnections>;

/** Holds all open connections of this process, each while its rights are those that it was opened with. */
export function openConnections(app: App) {
  const streams = new Set<Stream>();
  /** Also connections that still get their first messages: they count from the moment they are made. */
  const made = new Set<Stream>();
  let isOver = false;

  async function forget(stream: Stream): Promise<void> {
    streams.delete(stream);
    // At the end all are forgotten together.
    if (!made.delete(stream) || isOver) return;
    await removeOpenStreams(app, [stream]).catch((error: unknown) =>
      app.log.warn({ err: error }, "a closed stream is counted until its report is too old"),
    );
  }

  return {
    all: (): Stream[] => [...streams],
    has: (stream: Stream): boolean => streams.has(stream),
    add: (stream: Stream) => void streams.add(stream),
    /** Makes a connection that gets nothing until it is added. Refuses 429 when a person has too many. */
    async make(actor: SignedIn, authorization: string): Promise<Stream> {
      const stream = openStream(actor, authorization);
      if (!(await addOpenStream(app, stream)))
        throw refuse(429, "server.too_many_streams", { retryAfter: 30 });
      made.add(stream);
      stream.out.on("close", () => void forget(stream));
      return stream;
    },
    /** Tells the other instances that these are still open. */
    report: () => reportOpenStreams(app, [...made]),
    sendToAll<Name extends MessageName>(name: Name, data: LiveMessages[Name]): void {
      for (const stream of streams) stream.send(name, data);
    },
    /** Ends connections whose person no longer has the rights that they were opened with. */
    async recheck(of: Stream[]): Promise<void> {
      if (of.length === 0) return;
      const actors = await findActors(
        app,
        of.map(({ authorization }) => authorization),
      );
      for (const stream of of) {
        const actor = actors.get(stream.authorization);
        if (actor && serializeRights(actor) === serializeRights(stream.actor)) continue;
        stream.send("bye", {});
        stream.out.end();
        streams.delete(stream);
      }
    },
    async end(): Promise<void> {
      isOver = true;
      for (const stream of streams) stream.out.end();
      streams.clear();
      await removeOpenStreams(app, [...made]);
    },
  };
}

function serializeRights({
  user_type,
  company_id,
  company_active,
  urgent_allowed,
  roles,
  permissions,
  session_id,
  must_set_up_second_factor,
}: SignedIn): string {
  return JSON.stringify([
    user_type,
    company_id,
    company_active,
    urgent_allowed,
    roles,
    permissions.toSorted(),
    session_id,
    must_set_up_second_factor,
  ]);
}
