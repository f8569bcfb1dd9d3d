export type Heard = { event: string; id: string | undefined; data: Record<string, unknown>; at: number };

/** Listens to a running server's event stream as a browser does, and waits for what is promised. */
export async function listenTo(
  address: string,
  token: string,
  { headers = {}, query = {} }: { headers?: Record<string, string>; query?: Record<string, string> } = {},
) {
  const stop = new AbortController();
  const answer = await fetch(`${address}/api/events?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: stop.signal,
  });
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  const state = { ended: false };
  void read(answer, (each) => {
    heard.push(each);
    for (const look of waiting) look();
  }).finally(() => {
    state.ended = true;
    for (const look of waiting) look();
  });

  /** Resolves with the first that fits, heard already or yet to come; fails after `patience` milliseconds. */
  function until<T>(find: () => T | undefined, what: string, patience = 30_000): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${what} never came; heard ${JSON.stringify(heard)}`)),
        patience,
      );
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  }

  const listener = {
    status: answer.status,
    headers: answer.headers,
    heard,
    kinds: () => heard.filter(({ event }) => event === "change").map(({ data }) => data["kind"]),
    event: (name: string, fits: (data: Heard["data"]) => boolean = () => true) =>
      until(() => heard.find(({ event, data }) => event === name && fits(data)), name),
    ended: () => until(() => (state.ended ? true : undefined), "the end"),
    close: () => stop.abort(),
  };
  if (answer.ok) await listener.event("ready");
  return listener;
}

async function read(answer: Response, hear: (heard: Heard) => void): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const event = field("event");
        if (event)
          hear({ event, id: field("id"), data: JSON.parse(field("data") ?? "{}"), at: performance.now() });
      }
    }
  } catch (error) {
    // Closing is how a test ends a stream; a server that goes away is what some wait for.
    if (!(error instanceof Error)) throw error;
  }
}
