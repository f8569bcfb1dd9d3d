import { setTimeout as pause } from "node:timers/promises";
import type { APIResponse } from "@playwright/test";

/**
 * Sends a request, and once more after the pause that a busy server asks for when it turns it away, as the app itself
 * does: nothing of what is answered so was done.
 */
export async function patiently(send: () => Promise<APIResponse>): Promise<APIResponse> {
  const answer = await send();
  if (answer.status() !== 503) return answer;
  const refusal: { code?: string } = await answer.json();
  if (refusal.code !== "server.busy") return answer;
  await pause(1000 * Number(answer.headers()["retry-after"]));
  return send();
}
