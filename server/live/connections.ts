import type { LiveMessages } from "#contract/live.ts";
import { findActor } from "#server/auth/session.ts";
import type { App, SignedIn } from "#server/lib/context.ts";
import { refuse } from "#server/lib/refusal.ts";
import { openStream, type Said, type Stream } from "./stream.ts";

/** Open lines of one person, that is tabs. */
const MOST_LINES = 30;

/** All open lines of this process, each for as long as its rights are those that it was opened with. */
export function openConnections(app: App) {
  const streams = new Set<Stream>();
  /** With those that are still being welcomed: they count from the moment they are made. */
  const made = new Set<Stream>();

  return {
    all: (): Stream[] => [...streams],
    has: (stream: Stream): boolean => streams.has(stream),
    add: (stream: Stream) => void streams.add(stream),
    /** A line that hears nothing until it is added. Refuses 429 when somebody has too many. */
    make(actor: SignedIn, authorization: string): Stream {
      if ([...made].filter((each) => each.actor.id === actor.id).length >= MOST_LINES)
        throw refuse(429, "server.too_many_streams", { retryAfter: 30 });
      const stream = openStream(actor, authorization);
      made.add(stream);
      stream.out.on("close", () => {
        made.delete(stream);
        streams.delete(stream);
      });
      return stream;
    },
    say<Name extends Said>(name: Name, data: LiveMessages[Name]): void {
      for (const stream of streams) stream.say(name, data);
    },
    /** Ends the lines of whoever may no longer what the line was opened with. */
    async recheck(of: Stream[]): Promise<void> {
      for (const stream of of) {
        const actor = await findActor(app, stream.authorization);
        if (actor && rightsOf(actor) === rightsOf(stream.actor)) continue;
        stream.say("bye", {});
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

function rightsOf({
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
