import { measureAnswerAll } from "./answer-all.ts";
import { measureMerges } from "./merges.ts";
import { measureReplies } from "./saved-replies.ts";
import type { startFilledDesk } from "../measure/start-filled-desk.ts";

/** What an agent does with many words at once, in its order: replies, drafts and macros, then merges, then one answer to all. */
export async function measureAnswering(
  desk: Awaited<ReturnType<typeof startFilledDesk>>,
  rounds: number,
  say: (words: string) => void,
): Promise<void> {
  await measureReplies(desk, rounds, say);
  await measureMerges(desk, rounds, say);
  await measureAnswerAll(desk, rounds, say);
}
