export type StreamEvent = { name: string; id: string | null; data: string };

/**
 * Reads server-sent events from a response and hands each on; comments give `null`, so that
 * the caller notices the heartbeat. Ends when the stream does; throws when it breaks.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: StreamEvent | null) => void,
): Promise<void> {
  let rest = "";
  let event: StreamEvent = { ...BLANK };
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (event.data !== "" || event.name !== BLANK.name)
          onEvent({ ...event, data: event.data.slice(0, -1) });
        event = { ...BLANK };
      } else if (line.startsWith(":")) onEvent(null);
      else event = withField(event, line);
    }
  }
}

const BLANK: StreamEvent = { name: "message", id: null, data: "" };

function withField(event: StreamEvent, line: string): StreamEvent {
  const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  if (field === "event") return { ...event, name: value };
  if (field === "id") return { ...event, id: value };
  return field === "data" ? { ...event, data: `${event.data}${value}\n` } : event;
}
