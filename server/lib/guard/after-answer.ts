import type { FastifyReply } from "fastify";

/**
 * Calls back when an answer is out, or whoever asked has gone, be it before this. `finished` of node:stream does the same with
 * seven listeners: twice a request that was a thirtieth of what the app does for a short answer.
 */
export function afterAnswer({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then();
  else raw.once("close", then);
}
