import { once } from "node:events";
import { Worker } from "node:worker_threads";

/*
 * How long this machine keeps a process waiting that has nothing to do: what an app's own pauses are to be measured
 * against. A thread of its own, since this process is busy.
 */
const IDLE = `
  const { parentPort } = require("node:worker_threads");
  const { monitorEventLoopDelay } = require("node:perf_hooks");
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  parentPort.on("message", () => { parentPort.postMessage(loop.max / 1e6); loop.reset(); });
`;

export function startPulse() {
  const worker = new Worker(IDLE, { eval: true });
  return {
    /** Milliseconds: the longest pause since the last look. */
    async look(): Promise<number> {
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage("look");
      const [longest] = await once(worker, "message");
      return Number(longest);
    },
    stop: () => worker.terminate(),
  };
}
