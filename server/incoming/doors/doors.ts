import type { App } from "#server/lib/request-context.ts";
import { openImapDoor } from "./imap/imap-door.ts";
import { openListener } from "./listener/listener.ts";

export type Doors = { stop(): Promise<void> };

/** Opens the ways that mail comes in by itself. Throws a sentence where MAIL_LISTEN cannot be listened on. */
export async function openDoors(app: App): Promise<Doors> {
  const listener = app.config.mailListen ? await openListener(app) : null;
  const imap = openImapDoor(app);
  await imap.start();
  return {
    stop: async () => void (await Promise.all([listener?.stop(), imap.stop()])),
  };
}
