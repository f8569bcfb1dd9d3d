import { setTimeout as pause } from "node:timers/promises";

/** One answer of the desk; status 0 when there was none, and then the body says how it came to that. */
export type Answer = { status: number; body: unknown; retryAfter: string | null };

type Asked = {
  method: string;
  path: string;
  token?: string;
  body?: unknown;
  key?: string;
  patience?: number;
};

/** Requests until a caller gives up that is told each time that the server is busy. */
const ATTEMPTS = 10;

/**
 * Calls the API; `patience` in milliseconds. Never throws: no answer is an answer here. A request that is refused
 * because the server is busy is repeated after its `Retry-After`, as browsers do: nothing has been done by then.
 */
export async function call(address: string, asked: Asked): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(address, asked);
    const isBusy = answer.status === 503 && textOf(answer.body, "code") === "server.busy";
    if (!isBusy || attempt === ATTEMPTS) return answer;
    await pause(Number(answer.retryAfter ?? 1) * 1000);
  }
}

async function askOnce(address: string, asked: Asked): Promise<Answer> {
  try {
    const answer = await fetch(`${address}${asked.path}`, {
      method: asked.method,
      headers: {
        ...(asked.token ? { authorization: `Bearer ${asked.token}` } : {}),
        ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
        ...(asked.key ? { "idempotency-key": asked.key } : {}),
      },
      body: asked.body === undefined ? undefined : JSON.stringify(asked.body),
      signal: AbortSignal.timeout(asked.patience ?? 15_000),
    });
    const text = await answer.text();
    return { status: answer.status, body: parsed(text), retryAfter: answer.headers.get("retry-after") };
  } catch (error) {
    return { status: 0, body: explainSilence(error), retryAfter: null };
  }
}

/** "no answer: UND_ERR_SOCKET other side closed", or "no answer: TimeoutError ...". */
function explainSilence(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return `no answer: ${String(cause)}`;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
  return `no answer: ${code} ${cause.message}`;
}

/** A field of an answer's body that is text, or "". */
export function textOf(body: unknown, field: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === "string" ? value : "";
}

export function numberOf(body: unknown, field: string): number {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === "number" ? value : Number.NaN;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
