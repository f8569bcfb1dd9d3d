/*
 * `node bench/attachments.ts`: 16 files of 25 MB go up at the same time and come down again, with attachments in a folder, in
 * a store of the tests (s3rver) and, where it is installed, in OpenStack Swift. Prints MB a second and the memory of the app;
 * 25 MB is the most that a file may have.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createSeededRandom } from "#server/lib/seeded-random.ts";
import { makeShared } from "../chaos/faults/shared-database.ts";
import { missingSwift, startSwift } from "../chaos/faults/swift.ts";
import { filesUrl } from "../test/support/object-store/object-store.ts";
import { memoryOf } from "../test/support/processes/process-size.ts";
import { makePeople } from "../test/support/app/signed-in-people.ts";
import { runApp } from "../test/support/processes/spawn-app.ts";

const AT_ONCE = 16;
const BYTES = 25 * 1024 * 1024 - 4096;

const folder = mkdtempSync(join(tmpdir(), "waypost-attachments-"));
chmodSync(folder, 0o711);
try {
  await measure("a folder", async () => ({ url: null, stop: async () => {} }));
  await measure("s3rver", startInWorker);
  if (missingSwift === null)
    await measure("OpenStack Swift", async () => {
      const swift = await startSwift(folder);
      return { url: swift.urlAt(), stop: swift.stop };
    });
  else process.stdout.write(`skip  ${missingSwift}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** In a thread of its own, since this one sends and receives. */
async function startInWorker() {
  const text = `
    import { parentPort } from "node:worker_threads";
    import { startObjectStore } from ${JSON.stringify(new URL("../test/support/object-store/object-store.ts", import.meta.url).href)};
    parentPort.postMessage((await startObjectStore(${JSON.stringify(join(folder, "s3rver"))})).endpoint);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`));
  const endpoint = await new Promise<string>((resolve, reject) => {
    worker.once("message", (message: unknown) => resolve(String(message)));
    worker.once("error", reject);
  });
  return { url: filesUrl(endpoint), stop: async () => void (await worker.terminate()) };
}

type Store = { url: string | null; stop: () => Promise<void> };

async function measure(name: string, start: () => Promise<Store>): Promise<void> {
  const store = await start();
  const settings = {
    rounds: 1,
    seed: 1,
    dice: createSeededRandom(1),
    url: null,
    template: null,
    server: null,
    fault: null,
    folder,
    say: () => {},
  };
  const place = await makeShared(settings, name.replaceAll(" ", "-"));
  const app = await runApp({ ...place.env, ...(store.url !== null && { FILES_URL: store.url }) });
  try {
    const [person] = await makePeople(place.connection(), 1);
    const desk = { address: app.address, token: person?.token ?? "" };
    // What the first request loads is not under measurement.
    await download(desk, await upload(desk, randomBytes(1000)));
    const idle = memoryOf(app.child.pid);
    const files = Array.from({ length: AT_ONCE }, () => randomBytes(BYTES));
    const watch = watchMemory(app.child.pid);
    const up = performance.now();
    const ids = await Promise.all(files.map((bytes) => upload(desk, bytes)));
    const upSeconds = (performance.now() - up) / 1000;
    const mostUp = watch.turn();
    const down = performance.now();
    const sizes = await Promise.all(ids.map((id) => download(desk, id)));
    const downSeconds = (performance.now() - down) / 1000;
    const mostDown = watch.end();
    if (sizes.some((size) => size !== BYTES)) throw new Error("a file did not come back whole");
    const megabytes = (AT_ONCE * BYTES) / 1e6;
    process.stdout.write(
      `${name}: up ${(megabytes / upSeconds).toFixed(0)} MB/s, down ${(megabytes / downSeconds).toFixed(0)} MB/s; the app ${idle} MB idle, at most ${mostUp} MB up and ${mostDown} MB down\n`,
    );
  } finally {
    await app.end();
    await store.stop();
    await place.drop();
  }
}

type Desk = { address: string; token: string };

async function upload({ address, token }: Desk, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "a.bin");
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await fetch(`${address}/api/uploads`, { method: "POST", headers, body: form });
    const body: unknown = await answer.json();
    if (answer.status === 201) return String(Reflect.get(Object(body), "id"));
    if (answer.status !== 503 && answer.status !== 429) throw new Error(JSON.stringify(body));
    await pause(500);
  }
}

async function download({ address, token }: Desk, id: string): Promise<number> {
  const answer = await fetch(`${address}/api/attachments/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  return bytes;
}

function watchMemory(pid: number | undefined) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 50);
  const turn = () => {
    const was = most;
    most = 0;
    return was;
  };
  return {
    turn,
    end: () => {
      clearInterval(timer);
      return turn();
    },
  };
}
