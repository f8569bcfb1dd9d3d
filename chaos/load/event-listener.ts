import { setTimeout as pause } from "node:timers/promises";

/** A browser's place in the live stream: comes back where it was, and remembers which tickets it heard of. */
export function listen(address: string, token: string) {
  const heard = new Set<string>();
  const stopping = new AbortController();
  let last: string | null = null;
  let connections = 0;
  let missed = 0;
  const { promise: ready, resolve: begin } = Promise.withResolvers<void>();

  const take = (event: string) => {
    const id = /^id: (\d+)$/m.exec(event)?.[1];
    if (id) last = id;
    if (/^event: missed$/m.test(event)) missed += 1;
    if (/^event: ready$/m.test(event)) begin();
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (data && /^event: change$/m.test(event)) heard.add(/"id":"([\w-]+)"/.exec(data)?.[1] ?? "");
  };

  async function follow(): Promise<void> {
    const answer = await fetch(`${address}/api/events`, {
      headers: { authorization: `Bearer ${token}`, ...(last ? { "last-event-id": last } : {}) },
      signal: stopping.signal,
    });
    if (answer.status !== 200 || !answer.body) return;
    connections += 1;
    let text = "";
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split("\n\n");
      text = events.pop() ?? "";
      events.forEach(take);
    }
  }

  const done = (async () => {
    while (!stopping.signal.aborted) {
      await follow().catch(() => {});
      if (!stopping.signal.aborted) await pause(100);
    }
  })();
  return {
    heard,
    /** From now on everything is heard; what was before is no news. */
    ready,
    metrics: () => ({ connections, missed }),
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
