import { Worker } from "node:worker_threads";
import type { ParsedMail } from "./parsed-mail.ts";

/*
 * Mails are read in a thread with a heap of its own: one that takes too long or too much ends that thread and fails
 * alone. The thread begins with the first mail and ends when none came for a while; until then nothing of it is loaded.
 */

export type MailReader = {
  /** Rejects with `MailNotRead` alone. Mails are read one after the other. */
  readMail(raw: Buffer): Promise<ParsedMail>;
  /** Ends the thread; mails that wait are not read. Another mail would begin it again. */
  stop(): Promise<void>;
  isRunning(): boolean;
};

export type NotReadBecause = "took_too_long" | "too_much_memory" | "reader_died" | "stopped";

/** This one mail was not read. On a machine that has too much to do, one that took too long may be read another time. */
export class MailNotRead extends Error {
  readonly because: NotReadBecause;

  constructor(because: NotReadBecause, cause?: unknown) {
    super(`the mail was not read: ${because}`, { cause });
    this.because = because;
  }
}

type Options = { heapMegabytes: number; millisecondsPerMail: number; idleMilliseconds: number };
const DEFAULTS: Options = { heapMegabytes: 128, millisecondsPerMail: 10_000, idleMilliseconds: 30_000 };

/**
 * All that the thread sees of the settings: without it, it would strip the types of every file anew, and the compiler
 * takes more memory than all else in the thread.
 */
const { NODE_COMPILE_CACHE } = process.env;
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

type Waiting = { raw: Buffer; resolve: (mail: ParsedMail) => void; reject: (error: MailNotRead) => void };

export function createMailReader(options: Partial<Options> = {}): MailReader {
  const { heapMegabytes, millisecondsPerMail, idleMilliseconds } = { ...DEFAULTS, ...options };
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let isReady = false;
  let current: Waiting | null = null;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): Worker => {
    const started = new Worker(new URL("./worker.ts", import.meta.url), {
      name: "mail reader",
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 4 },
      execArgv: [],
      env: COMPILED,
    });
    started.on("message", (mail: ParsedMail | "ready") => {
      if (mail !== "ready") return settle(started, (each) => each.resolve(mail));
      isReady = true;
      if (started === worker && current) watch(started);
    });
    started.on("error", (error) => giveUp(started, new MailNotRead(reasonOf(error), error)));
    started.on("exit", () => giveUp(started, new MailNotRead("reader_died")));
    return started;
  };

  const next = () => {
    clearTimeout(timer);
    current = waiting.shift() ?? null;
    if (current === null) return rest();
    worker ??= begin();
    const busy = worker;
    busy.ref();
    // A copy, whose memory is handed over.
    const bytes = new Uint8Array(current.raw);
    busy.postMessage(bytes, [bytes.buffer]);
    if (isReady) watch(busy);
  };

  /** A mail has its time from the moment at which the thread can read. */
  const watch = (busy: Worker) => {
    timer = setTimeout(() => giveUp(busy, new MailNotRead("took_too_long")), millisecondsPerMail);
  };

  const rest = () => {
    worker?.unref();
    timer = setTimeout(() => void endWorker(), idleMilliseconds);
    timer.unref();
  };

  const settle = (of: Worker, how: (each: Waiting) => void) => {
    if (of !== worker || current === null) return;
    const done = current;
    next();
    how(done);
  };

  /** The mail that was being read fails; the next one gets another thread. */
  const giveUp = (of: Worker, error: MailNotRead) => {
    if (of !== worker) return;
    void endWorker();
    const failed = current;
    next();
    failed?.reject(error);
  };

  const endWorker = async () => {
    const ended = worker;
    worker = null;
    isReady = false;
    await ended?.terminate();
  };

  return {
    readMail: (raw) =>
      new Promise((resolve, reject) => {
        waiting.push({ raw, resolve, reject });
        if (current === null) next();
      }),
    async stop() {
      clearTimeout(timer);
      const left = [...(current ? [current] : []), ...waiting.splice(0)];
      current = null;
      await endWorker();
      for (const each of left) each.reject(new MailNotRead("stopped"));
    },
    isRunning: () => worker !== null,
  };
}

function reasonOf(error: Error): NotReadBecause {
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too_much_memory" : "reader_died";
}
