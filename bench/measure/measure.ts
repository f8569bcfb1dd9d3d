import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Operation } from "./operations.ts";

export type Target = { name: string; url: (operation: Operation) => string; headers: Record<string, string> };
export type Figures = { min: number; p50: number; p95: number };
export type Answer = { status: number; body: string };

/** One connection that stays open, as a browser keeps it. */
const agents = new Map<string, Agent>();

/** Milliseconds from the request to the last byte of the answer, with the answer. */
export async function ask(target: Target, operation: Operation): Promise<Answer & { ms: number }> {
  const agent = agents.get(target.name) ?? new Agent({ keepAlive: true, maxSockets: 1 });
  agents.set(target.name, agent);
  const body = operation.body === undefined ? undefined : JSON.stringify(operation.body);
  const headers = { ...target.headers, ...(body ? { "content-type": "application/json" } : {}) };
  const began = performance.now();
  const answer = await new Promise<Answer>((resolve, reject) => {
    const sent = request(target.url(operation), { method: operation.method, agent, headers }, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    });
    sent.on("error", reject).end(body);
  });
  return { ...answer, ms: performance.now() - began };
}

export function endAgents(): void {
  for (const agent of agents.values()) agent.destroy();
}

/** Sorts times; answers which of them so large a share of all is below. 0 where there are none. */
export function openShares(times: readonly number[]): (share: number) => number {
  const sorted = times.toSorted((a, b) => a - b);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds with three digits. */
export function figuresOf(times: readonly number[]): Figures {
  const at = openShares(times);
  return { min: round(at(0)), p50: round(at(0.5)), p95: round(at(0.95)) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
