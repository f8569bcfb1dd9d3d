import { expect, test } from "vitest";
import { readEvents, type StreamEvent } from "./event-stream.ts";

const TEXT = [
  "retry: 2000\n\n",
  'event: ready\nid: 7\ndata: {"a":1}\n\n',
  ":\n\n",
  "data: two\ndata:lines\r\n\r\n",
  "event: change\nid: 8\ndata: Łódź — 終\n\n",
  "event: change\ndata: never finished",
].join("");

test("events are read as they were written, wherever the stream was cut", async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (const size of [1, 2, 3, 7, 64, bytes.length]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await eventsOf(bytes, size)).toEqual([
      { name: "ready", id: "7", data: '{"a":1}' },
      null,
      { name: "message", id: null, data: "two\nlines" },
      { name: "change", id: "8", data: "Łódź — 終" },
    ]);
  }
});

test("a broken stream is an error to whoever reads it", async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error("reset")),
  });
  await expect(readEvents(body, () => {})).rejects.toThrow("reset");
});

async function eventsOf(bytes: Uint8Array<ArrayBuffer>, size: number) {
  const events: (StreamEvent | null)[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  await readEvents(body, (event) => events.push(event));
  return events;
}
