import { z } from "zod";
import type { App } from "#server/lib/request-context.ts";
import { startAtTheirTime } from "#server/lib/work/at-their-time.ts";
import { findNextTime, publishDue } from "./publish-due.ts";

/** The time of an answer that waits since now, as its trigger announces it to every process (migration 0065). */
const Whisper = z.object({ sending: z.uuid(), at: z.number() });

/** Sends answers at their time. A process hears of new ones when they are kept. */
export async function startSending(app: App): Promise<{ stop(): Promise<void> }> {
  return startAtTheirTime(app, {
    name: "answers that wait",
    work: publishDue,
    findNext: findNextTime,
    readTime(whisper) {
      const said = Whisper.safeParse(JSON.parse(whisper));
      return said.success ? said.data.at : null;
    },
  });
}
