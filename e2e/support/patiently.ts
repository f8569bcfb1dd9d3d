import { setTimeout as pause } from "node:timers/promises";
import type { APIResponse } from "@playwright/test";

/**
 * Sends a request, and once more after the pause that a busy server asks for when it turns it away, as the app itself
 * does: nothing of what is answered so was done.
 */
export async function patiently(send: () => Promise<APIResponse>): Promise<APIResponse> {
  const answer = await send();
  const seconds = answer.headers()["retry-after"];
  if (answer.status() !== 503 || seconds === undefined) return answer;
  await pause(1000 * Number(seconds));
  return send();
}
