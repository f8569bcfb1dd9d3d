import { z } from "zod";
import { TargetWarning } from "#contract/live.ts";
import type { Stream } from "./stream.ts";

/** What the triggers of answers that wait, and of drafts, announce (migration 0065), and warnings of due times. */
const Whisper = z.union([
  z.object({ sending: z.uuid(), person: z.uuid() }),
  z.object({ draft: z.uuid(), person: z.uuid(), version: z.int().nullable() }),
  z.object({ warning: TargetWarning, person: z.uuid() }),
]);

/** Tells a person's windows of their own waiting answers, drafts and tickets; no words travel, and nobody else hears. */
export function openOwnWords(connections: { all(): Stream[] }) {
  return {
    /** Whether it was such a whisper. */
    receive(text: string): boolean {
      const said = Whisper.safeParse(JSON.parse(text));
      if (!said.success) return false;
      const { data } = said;
      for (const stream of connections.all().filter(({ actor }) => actor.id === data.person)) {
        if ("sending" in data) stream.send("sending", { ticket_id: data.sending });
        else if ("warning" in data) stream.send("warning", data.warning);
        else stream.send("draft", { ticket_id: data.draft, version: data.version });
      }
      return true;
    },
  };
}
