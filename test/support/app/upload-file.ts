import type { Name, World } from "./app-with-people.ts";

export type SentFile = { field?: string; name?: string; type?: string; headers?: Record<string, string> };
type Upload = SentFile & { who: Name | null; path: string; bytes: Buffer };

/** Sends a file as a browser's form does. */
export async function uploadFile(world: World, { who, path, bytes, headers, ...sent }: Upload) {
  const { field = "file", name = "a.bin", type = "application/octet-stream" } = sent;
  const boundary = "----waypost-test";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const token = who ? await world.tokenOf(who) : null;
  const answer = await world.fastify.inject({
    method: "POST",
    url: `/api${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
