import { once } from "node:events";
import { Worker } from "node:worker_threads";

/*
 * The pauses of an idle event loop on this machine, against which the pauses of the app are measured. It runs in a
 * thread of its own, since this process is busy.
 */
const IDLE = `
  const { parentPort } = require("node:worker_threads");
  const { monitorEventLoopDelay } = require("node:perf_hooks");
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  parentPort.on("message", () => { parentPort.postMessage(loop.max / 1e6); loop.reset(); });
`;

export function startIdleLoopMonitor() {
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
