import type { LiveMessages } from "#contract/live.ts";
import { findActor } from "#server/auth/session.ts";
import type { App, SignedIn } from "#server/lib/context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { openStream, type MessageName, type Stream } from "./stream.ts";

/** Open connections of one person, that is tabs. */
const MAX_CONNECTIONS = 30;

/** Holds all open connections of this process, each while its rights are those that it was opened with. */
export function openConnections(app: App) {
  const streams = new Set<Stream>();
  /** Also connections that still get their first messages: they count from the moment they are made. */
  const made = new Set<Stream>();

  return {
    all: (): Stream[] => [...streams],
    has: (stream: Stream): boolean => streams.has(stream),
    add: (stream: Stream) => void streams.add(stream),
    /** Makes a connection that gets nothing until it is added. Refuses 429 when a person has too many. */
    make(actor: SignedIn, authorization: string): Stream {
      if ([...made].filter((each) => each.actor.id === actor.id).length >= MAX_CONNECTIONS)
        throw refuse(429, "server.too_many_streams", { retryAfter: 30 });
      const stream = openStream(actor, authorization);
      made.add(stream);
      stream.out.on("close", () => {
        made.delete(stream);
        streams.delete(stream);
      });
      return stream;
    },
    sendToAll<Name extends MessageName>(name: Name, data: LiveMessages[Name]): void {
      for (const stream of streams) stream.send(name, data);
    },
    /** Ends connections whose person no longer has the rights that they were opened with. */
    async recheck(of: Stream[]): Promise<void> {
      for (const stream of of) {
        const actor = await findActor(app, stream.authorization);
        if (actor && serializeRights(actor) === serializeRights(stream.actor)) continue;
        stream.send("bye", {});
        stream.out.end();
        streams.delete(stream);
      }
    },
    end(): void {
      for (const stream of streams) stream.out.end();
      streams.clear();
    },
  };
}

function serializeRights({
  user_type,
  company_id,
  company_active,
  roles,
  permissions,
  session_id,
  must_set_up_second_factor,
}: SignedIn): string {
  return JSON.stringify([
    user_type,
    company_id,
    company_active,
    roles,
    permissions.toSorted(),
    session_id,
    must_set_up_second_factor,
  ]);
}
